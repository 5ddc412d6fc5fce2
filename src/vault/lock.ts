import { createHash, randomBytes } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { RappelError } from '../shared/errors.js';

/**
 * For the moment in which one file is replaced: synchronous, beside the file, one system call to take it. Longer work that
 * waits has the lock of `service/lock.ts`, which no age takes from a living holder.
 *
 * Runs `action` while no other process of Rappel works on the same file, so that reading and replacing it are one step.
 * The lock is a hidden file beside it; one whose owner was killed is taken over. Where none can be made (the folder is
 * missing or can't be written), `action` runs without: what it does will fail, or has its own guard.
 */
export function withLock<Result>(target: string, action: () => Result): Result {
  const name = createHash('sha256').update(basename(target)).digest('hex').slice(0, 12);
  const lock = join(dirname(target), `.rappel-${name}.lock`);
  const held = acquire(lock);
  try {
    return action();
  } finally {
    if (held) rmSync(lock, { force: true });
  }
}

/** No write takes this long: a lock that is older was left behind. */
const LONGEST_HOLD_MS = 10_000;
const LONGEST_WAIT_MS = 30_000;

/** False where the folder takes no lock. */
function acquire(lock: string): boolean {
  const owner = `${process.pid} ${hostname()} ${randomBytes(6).toString('hex')}`;
  for (const start = Date.now(); ; ) {
    try {
      writeFileSync(lock, owner, { flag: 'wx' });
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return false;
    }
    const other = ownerOf(lock);
    if (other !== null && isLeftBehind(lock, other)) takeAway(lock, other);
    else if (Date.now() - start > LONGEST_WAIT_MS) throw busy();
    else wait(1 + Math.random() * 3);
  }
}

function ownerOf(lock: string): string | null {
  try {
    return readFileSync(lock, 'utf8');
  } catch {
    return null;
  }
}

function isLeftBehind(lock: string, owner: string): boolean {
  const [pid, host] = owner.split(' ');
  // Writes are synchronous: a lock of this very process can only be one of an earlier process with its number.
  if (host === hostname() && (Number(pid) === process.pid || !isRunning(Number(pid)))) return true;
  const stats = statSync(lock, { throwIfNoEntry: false });
  return stats !== undefined && Date.now() - stats.mtimeMs > LONGEST_HOLD_MS;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/** Renames first: of two processes that find the same lock left behind, only one takes it away. */
function takeAway(lock: string, owner: string): void {
  const aside = `${lock}-${randomBytes(6).toString('hex')}`;
  try {
    renameSync(lock, aside);
    // Another process was faster, and this is its own new lock: give it back.
    if (ownerOf(aside) !== owner) linkSync(aside, lock);
  } catch {
    // Gone already, or taken anew.
  } finally {
    rmSync(aside, { force: true });
  }
}

function wait(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

function busy(): RappelError {
  return new RappelError('busy', 'another program keeps writing to this file', { hint: 'Try again.' });
}
