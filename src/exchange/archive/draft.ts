import { existsSync, linkSync, mkdirSync, renameSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { newId } from '../../shared/ids.js';
import { syncFolder } from '../../vault/files.js';

/**
 * Runs `make` with a hidden, unused name on the same disk as `target`. Whatever is still there under that name at the end,
 * also at the end of the process, is removed; nothing else is. A killed process leaves its draft, which no later run looks at.
 */
export async function withDraft<T>(target: string, make: (draft: string) => Promise<T>): Promise<T> {
  const draft = join(existingFolderAbove(target), `.rappel-draft-${newId()}`);
  const remove = () => rmSync(draft, { recursive: true, force: true });
  process.once('exit', remove);
  try {
    return await make(draft);
  } finally {
    process.off('exit', remove);
    remove();
  }
}

/** Gives a complete draft its name, in one step. Throws where something has taken that name; an empty folder gives way. */
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

/** The folders between it and the target are made when the draft is complete: a refusal leaves none behind. */
export function existingFolderAbove(path: string): string {
  const folder = dirname(path);
  return folder === path || existsSync(folder) ? folder : existingFolderAbove(folder);
}

/** Unlike a rename, a link fails where the name is taken; where the disk knows no links, a look has to do. */
function linkFile(draft: string, target: string): void {
  try {
    linkSync(draft, target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST' || existsSync(target)) throw error;
    renameSync(draft, target);
  }
}
