import { rmdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { VaultPath } from './paths.js';

/** Removes the empty folders above a file that is gone, up to and with `highest`; one that holds anything ends it. */
export function removeEmptyFolders(root: string, path: VaultPath, highest: VaultPath | null): void {
  if (highest === null) return;
  try {
    for (let folder = dirname(path); folder.length >= highest.length; folder = dirname(folder))
      rmdirSync(join(root, folder));
  } catch {
    // Not empty, or gone already.
  }
}
