import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { RappelError } from '../../shared/errors.js';
import { withLock } from '../locks/lock.js';
import { isHeld } from '../locks/lock-holder.js';
import { sessionFiles } from './session-files.js';

const LOCK = 'filing';
const LOOK_AGAIN_MS = 50;

/**
 * Runs `file`, which files all that waits, in one process at a time: while another one does it, it returns at once, or when that has
 * done it (`waits`). What is stored meanwhile is not left behind: a process asks before it looks at the lock, and the holder looks for
 * that after it gave the lock back.
 */
export async function fileInTurn(
  root: string,
  file: () => Promise<void>,
  { waits = false } = {},
): Promise<void> {
  askForFiling(root);
  while (existsSync(markOf(root)) || (waits && isHeld(root, LOCK))) {
    if (!isHeld(root, LOCK) && (await fileLocked(root, file))) continue;
    if (!waits) return;
    await wait(LOOK_AGAIN_MS);
  }
}

/** Asks the process that files to look again when it is done. False if there is none. */
export function askForFiling(root: string): boolean {
  sessionFiles(root).prepare();
  writeFileSync(markOf(root), '');
  return isHeld(root, LOCK);
}

/** False if another process was faster. */
async function fileLocked(root: string, file: () => Promise<void>): Promise<boolean> {
  let isOurs = false;
  const work = async () => {
    isOurs = true;
    rmSync(markOf(root), { force: true });
    await file();
  };
  try {
    // Not 0: the lock of a process that can't be asked, as one before a reboot, is watched and taken over.
    await withLock(root, LOCK, work, { mostMs: 1 });
    return true;
  } catch (error) {
    if (!isOurs && error instanceof RappelError && error.code === 'busy') return false;
    throw error;
  }
}

function markOf(root: string): string {
  return join(root, '.rappel', 'captured', 'asked');
}
