import { existsSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { newId } from '../../shared/ids.js';

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

/** The folders between it and the target are made when the draft is complete: a refusal leaves none behind. */
export function existingFolderAbove(path: string): string {
  const folder = dirname(path);
  return folder === path || existsSync(folder) ? folder : existingFolderAbove(folder);
}
