import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ioError, RappelError } from '../shared/errors.js';
import { newId } from '../shared/ids.js';
import { stateFolder } from '../vault/state-folder.js';
import { isSelf, lifeOf, ownIdentity, type ProcessIdentity } from './process-identity.js';

export interface LockOptions {
  /** How long to wait for a living holder before `busy`. */
  mostMs?: number;
  /** Gives up waiting, with `busy`. */
  signal?: AbortSignal;
}

/**
 * For work that takes long and waits (an update, the history): asynchronous, never taken over by its age alone. The
 * lock of `vault/lock.ts` is for the moment in which one file is replaced: synchronous, beside that file, one system call.
 *
 * Runs `work` while nobody else, in this process or another one of this vault, holds the same lock. A holder that died is
 * recognised and its lock taken over; throws `busy` where a living one keeps it for too long.
 */
export async function withLock<T>(
  root: string,
  name: string,
  work: () => Promise<T>,
  options: LockOptions = {},
): Promise<T> {
  const folder = join(stateFolder(root), `${name}.lock`);
  await acquire(folder, name, options);
  try {
    return await work();
  } finally {
    held.delete(folder);
    release(folder);
  }
}

/** What this process holds now: a lock in its name that is not among these was left on a disk that could not be written. */
const held = new Set<string>();

function release(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // Read-only at this moment, or away: whoever wants it next sees that nobody holds it.
  }
}

const LONGEST_WAIT_MS = 30_000;
/** A lock without a readable name can only be a damaged one. */
const NAMELESS_MS = 2_000;

async function acquire(folder: string, name: string, { mostMs = LONGEST_WAIT_MS, signal }: LockOptions) {
  const started = performance.now();
  for (let pause = 5; ; pause = Math.min(pause * 2, 100)) {
    if (take(folder)) return;
    if (isAbandoned(folder)) {
      takeAway(folder);
      continue;
    }
    if (signal?.aborted || performance.now() - started > mostMs) {
      throw new RappelError('busy', `another process of Rappel is holding the ${name}`, {
        hint: 'Wait for it to finish, or see what runs with: rappel status',
      });
    }
    await wait(pause, undefined, signal === undefined ? {} : { signal }).catch(() => {});
  }
}

/** Complete under another name first: a lock never stands there without its holder's name. */
function take(folder: string): boolean {
  const draft = `${folder}-${newId()}`;
  try {
    mkdirSync(draft);
    writeFileSync(join(draft, 'holder'), JSON.stringify(ownIdentity()));
    // A folder that has something in it can't be renamed over.
    renameSync(draft, folder);
    held.add(folder);
    return true;
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    const code = (error as NodeJS.ErrnoException).code ?? '';
    // The holder may let go between the attempt and a look: taken then means "try again", not a failure.
    if (code === 'ENOTEMPTY' || code === 'EEXIST') return false;
    if (code === 'EPERM' && statSync(folder, { throwIfNoEntry: false }) !== undefined) return false;
    throw ioError(error, dirname(folder));
  }
}

function isAbandoned(folder: string): boolean {
  try {
    const holder: ProcessIdentity = JSON.parse(readFileSync(join(folder, 'holder'), 'utf8'));
    return lifeOf(holder) === 'gone' || (isSelf(holder) && !held.has(folder));
  } catch {
    const stats = statSync(folder, { throwIfNoEntry: false });
    return stats !== undefined && Math.abs(Date.now() - stats.mtimeMs) > NAMELESS_MS;
  }
}

/** By rename, so that of two who find the same dead lock only one removes it. */
function takeAway(folder: string): void {
  const grave = `${folder}-${newId()}`;
  try {
    renameSync(folder, grave);
    rmSync(grave, { recursive: true, force: true });
  } catch {
    // Somebody else was faster.
  }
}
