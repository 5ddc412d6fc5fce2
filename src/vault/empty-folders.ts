import { dirname, join } from 'node:path';
import { rmdirSync } from './disk.js';
import { fileSystem } from './file-system.js';
import { firstSegments, type VaultPath } from './paths.js';
import { locate } from './resolve.js';

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

/** The highest folder that has to be made for this path; null if its folder is there. */
export function firstMissingFolder(root: string, path: VaultPath): VaultPath | null {
  const depth = path.split('/').length;
  for (let count = 1; count < depth; count++) {
    const folder = firstSegments(path, count);
    // The disk may spell its name in another Unicode form: `locate` knows, but takes longer.
    const isThere = fileSystem.lstat(join(root, folder)) !== undefined;
    if (!isThere && locate(root, folder).kind === 'missing') return folder;
  }
  return null;
}
