import { existsSync, linkSync, mkdirSync, renameSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { atExit } from '../../shared/at-exit.js';
import { newId } from '../../shared/ids.js';
import { syncFolder } from '../../vault/files.js';

/**
 * Runs `make` with a hidden, unused name on the same disk as `target`. Removes whatever still has that name at the
 * end, also when the process exits. A killed process leaves its draft, which later runs ignore.
 */
export async function withDraft<T>(target: string, make: (draft: string) => Promise<T>): Promise<T> {
  const draft = join(existingFolderAbove(target), `.rappel-draft-${newId()}`);
  const remove = () => rmSync(draft, { recursive: true, force: true });
  const forget = atExit(remove);
  try {
    return await make(draft);
  } finally {
    forget();
    remove();
  }
}

/** Renames a complete draft to its final name in one step. Throws if the name is taken by anything but an empty folder. */
export function putInPlace(draft: string, target: string): void {
  mkdirSync(dirname(target), { recursive: true });
  if (statSync(draft).isFile()) linkFile(draft, target);
  else {
    // Windows can't rename over a folder. Both calls refuse one that is not empty.
    if (process.platform === 'win32' && existsSync(target)) rmdirSync(target);
    renameSync(draft, target);
  }
  syncFolder(dirname(target));
}

/** Parent folders of the target are created when the draft is complete: a refusal leaves none behind. */
export function existingFolderAbove(path: string): string {
  const folder = dirname(path);
  return folder === path || existsSync(folder) ? folder : existingFolderAbove(folder);
}

/** Unlike a rename, a link fails if the name is taken; on a disk without links, a check has to do. */
function linkFile(draft: string, target: string): void {
  try {
    linkSync(draft, target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST' || existsSync(target)) throw error;
    renameSync(draft, target);
  }
}
