import { createHash } from 'node:crypto';
import { lstatSync, statSync, unlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { RappelError } from '../shared/errors.js';
import { newId } from '../shared/ids.js';
import { isSelf, lifeOf, ownIdentity, type ProcessIdentity } from '../shared/process-identity.js';
import { attempt, finish, openLockFolder, release } from './lock-folder.js';

/**
 * The lock for the moment in which one file is replaced: synchronous, beside the file. Longer work uses the lock of
 * `service/locks/lock.ts`, which waits without blocking. Both are a `LockFolder`, so no takeover can harm a living
 * holder.
 *
 * Runs `action` while no other process of Rappel works on the same file, which makes reading and replacing it one
 * step. Takes over the lock of a killed process. If no lock can be made (the folder is missing or not writable),
 * `action` runs without one: it will fail, or has its own guard.
 */
export function withFileLock<Result>(target: string, action: () => Result): Result {
  const name = createHash('sha256').update(basename(target)).digest('hex').slice(0, 12);
  const lock = open(join(dirname(target), `.rappel-${name}.lock`));
  const own = `${process.pid}-${newId()}`;
  const held = acquire(lock, own);
  try {
    return action();
  } finally {
    if (held) giveBack(lock, own);
  }
}

/** Removes the remains of a killed process's lock; a lock that is held stays. */
export function sweepLock(path: string): void {
  const lock = open(path);
  if (removeFile(path)) return;
  for (const holder of lock.holders()) if (isAbandoned(lock, holder)) lock.remove(holder);
  lock.removeIfEmpty();
}

type Lock = ReturnType<typeof openLockFolder> & { path: string };

function open(path: string): Lock {
  return { ...openLockFolder(path, () => JSON.stringify(ownIdentity())), path };
}

/** No write takes this long: after that, the lock of an unreachable process counts as abandoned. */
const LONGEST_HOLD_MS = 10_000;
/** The whole process waits: long enough for a queue of writers, short enough to report it. */
const LONGEST_WAIT_MS = 3_000;

/** False if no lock can be made in the folder. */
function acquire(lock: Lock, own: string): boolean {
  for (const start = performance.now(); ; ) {
    try {
      if (finish(attempt(lock, own, (holder) => isAbandoned(lock, holder))).taken) return true;
    } catch {
      if (!removeFile(lock.path)) return false;
    }
    if (performance.now() - start > LONGEST_WAIT_MS) throw busy();
    wait(1 + Math.random() * 3);
  }
}

/** A lock of version 0.1 was a file, empty if it was cut short. True if there was one. */
function removeFile(path: string): boolean {
  try {
    if (lstatSync(path).isDirectory()) return false;
    unlinkSync(path);
    return true;
  } catch {
    return false;
  }
}

function isAbandoned(lock: Lock, holder: string): boolean {
  const content = lock.read(holder);
  const identity = content === null ? null : parseIdentity(content);
  // The content was complete before the file got its name: an unreadable one is damaged.
  if (content !== null && identity === null) return true;
  // Writes are synchronous: a lock of this process is one that it could not remove.
  if (identity !== null && isSelf(identity)) return true;
  const life = identity === null ? 'unknown' : lifeOf(identity);
  return life === 'gone' || (life === 'unknown' && isOld(join(lock.path, holder)));
}

function isOld(file: string): boolean {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats !== undefined && Date.now() - stats.mtimeMs > LONGEST_HOLD_MS;
}

function parseIdentity(content: string): ProcessIdentity | null {
  try {
    const identity = JSON.parse(content);
    return Number.isInteger(identity.pid) && typeof identity.machine === 'string' ? identity : null;
  } catch {
    return null;
  }
}

function giveBack(lock: Lock, own: string): void {
  try {
    finish(release(lock, own));
  } catch {
    // The folder is no longer writable. This process can take the lock again; for others it ends with this process.
  }
}

function wait(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

function busy(): RappelError {
  return new RappelError('busy', 'file.busy');
}
