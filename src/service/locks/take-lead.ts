import { join } from 'node:path';
import { RappelError } from '../../shared/errors.js';
import { isSelf, type ProcessIdentity } from '../../shared/process-identity.js';
import { namesIn, readOrNull } from '../../shared/read-or-null.js';
import { mkdirSync, rmdirSync, rmSync } from '../../vault/disk.js';
import { stateFolder } from '../../vault/state-folder.js';
import { lastLease } from './lease.js';
import { parseHolder } from './lock-holder.js';

const DRAFTS = /^drafts-(\d+)$/;

/** Where the leader with this number writes files before they get their names. */
export function draftsOf(root: string, fence: number): string {
  return join(root, '.rappel', `drafts-${fence}`);
}

/** The highest number of a leader that the disk knows; 0 where it knows none. */
export function lastFence(root: string): number {
  return Math.max(0, lastLease(root)?.fence ?? 0, ...draftNumbers(join(root, '.rappel')));
}

function draftNumbers(state: string): number[] {
  return namesIn(state).flatMap((name) => {
    const number = DRAFTS.exec(name)?.[1];
    return number === undefined ? [] : [Number(number)];
  });
}

/**
 * Makes the process with the number `fence` the only one that can change the files of a vault: removes the drafts of all
 * leaders before it, and the locks of the last one, which may hang rather than be dead. Throws `busy` if a later one was faster.
 */
export function takeLead(root: string, fence: number): void {
  const state = stateFolder(root);
  // Its own first: one of two leaders at once sees the folder of the other.
  mkdirSync(draftsOf(root, fence), { recursive: true });
  const numbers = draftNumbers(state);
  if (numbers.some((number) => number > fence)) {
    removeDrafts(draftsOf(root, fence));
    throw new RappelError('busy', 'another node leads this vault by now', { hint: 'Try again.' });
  }
  for (const number of numbers) if (number < fence) removeDrafts(draftsOf(root, number));
  const last = lastLease(root);
  if (last !== null && !isSelf(last) && (last.fence ?? fence) < fence) breakLocks(state, last);
}

/** Also while its owner goes on writing to it: from the moment it is gone, nothing can be written there. */
function removeDrafts(folder: string): void {
  for (let tries = 0; ; tries++) {
    for (const name of namesIn(folder)) rmSync(join(folder, name), { force: true });
    try {
      rmdirSync(folder);
      return;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT') return;
      if (code !== 'ENOTEMPTY' || tries > 100) throw error;
    }
  }
}

function breakLocks(state: string, { pid, machine, birth }: ProcessIdentity): void {
  for (const lock of namesIn(state).filter((name) => name.endsWith('.lock')))
    for (const file of namesIn(join(state, lock))) {
      const holder = parseHolder(readOrNull(join(state, lock, file)) ?? '');
      if (holder?.pid === pid && holder.machine === machine && holder.birth === birth)
        rmSync(join(state, lock, file), { force: true });
    }
}
