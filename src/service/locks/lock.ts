import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { RappelError } from '../../shared/errors.js';
import { newId } from '../../shared/ids.js';
import { isSelf, lifeOf } from '../../shared/process-identity.js';
import { attempt, finish, openLockFolder, release } from '../../vault/lock-folder.js';
import { stateFolder } from '../../vault/state-folder.js';
import { describeHolder, ownHolder, parseHolder } from './lock-holder.js';

export interface LockOptions {
  /** How long to wait for a living holder before `busy`; 0 tries once. */
  mostMs?: number;
  /** Stops waiting, with `busy`. */
  signal?: AbortSignal;
  times?: LockTimes;
}

export interface LockTimes {
  /** How often a holder renews its sign of life. */
  renewMs: number;
  /** An unreachable holder loses its lock after this long without a sign of life. */
  quietMs: number;
}

const TIMES: LockTimes = { renewMs: 4_000, quietMs: 20_000 };
const LONGEST_WAIT_MS = 30_000;

/**
 * The lock for long work that may wait (an update, the history). The lock of `vault/lock.ts` is for the moment in
 * which one file is replaced: synchronous, beside that file.
 *
 * Runs `work` while no other caller, in this process or another, holds the same lock of this vault. Takes over the
 * lock of a dead holder; a holder on this machine keeps it while it runs. Throws `busy` if a holder keeps it too
 * long.
 */
export function withLock<T>(
  root: string,
  name: string,
  work: () => Promise<T>,
  options: LockOptions = {},
): Promise<T> {
  return withLockIn(stateFolder(root), name, work, options);
}

/** The same for a lock in any folder. */
export async function withLockIn<T>(
  place: string,
  name: string,
  work: () => Promise<T>,
  options: LockOptions = {},
): Promise<T> {
  const own = `${process.pid}-${newId()}`;
  const times = options.times ?? TIMES;
  let since: number | null = null;
  const folder = openLockFolder(join(place, `${name}.lock`), () => ownHolder(since ?? Date.now()));
  // Before it is visible on the disk: see `isAbandoned`.
  held.add(own);
  try {
    await acquire(folder, own, name, options, times);
  } catch (error) {
    held.delete(own);
    throw error;
  }
  since = Date.now();
  const beat = setInterval(() => attemptQuietly(() => folder.renew(own)), times.renewMs);
  beat.unref();
  try {
    return await work();
  } finally {
    clearInterval(beat);
    held.delete(own);
    giveBack();
  }

  function giveBack(): void {
    if (attemptQuietly(() => finish(release(folder, own)))) return;
    // The disk can't be written now. Other processes see this one alive and would wait for it to exit.
    setTimeout(giveBack, times.renewMs).unref();
  }
}

/**
 * The locks this process holds: a lock in its name that is not among them was left on a disk that could not be
 * written.
 */
const held = new Set<string>();

type LockOnDisk = ReturnType<typeof openLockFolder>;

async function acquire(
  folder: LockOnDisk,
  own: string,
  name: string,
  { mostMs = LONGEST_WAIT_MS, signal }: LockOptions,
  { quietMs }: LockTimes,
): Promise<void> {
  const isQuiet = createQuietWatch(quietMs);
  const started = performance.now();
  for (let pause = 5; ; pause = Math.min(pause * 2, 100)) {
    let isReachable = true;
    const isAbandoned = (other: string) => {
      const content = folder.read(other);
      if (content === null) return false; // released just now
      const holder = parseHolder(content);
      const life = holder === null ? 'unknown' : lifeOf(holder);
      if (life === 'unknown' && isQuiet(other, content)) return true;
      isReachable = life !== 'unknown';
      return life === 'gone' || (holder !== null && isSelf(holder) && !held.has(other));
    };
    const outcome = finish(attempt(folder, own, isAbandoned));
    if (outcome.taken) return;
    // Long enough to see that an unreachable holder is silent.
    const patience = isReachable || mostMs === 0 ? mostMs : Math.max(mostMs, quietMs * 1.5);
    if (signal?.aborted || performance.now() - started > patience)
      throw busy(name, outcome.holder === null ? null : folder.read(outcome.holder));
    await wait(pause, undefined, signal === undefined ? {} : { signal }).catch(() => {});
  }
}

/**
 * Tells when a holder has been silent for too long, as observed by this process and its own clock: other machines'
 * clocks don't count. A gap in observing (this machine slept) restarts the watch, because the holder may have slept
 * too.
 */
function createQuietWatch(quietMs: number) {
  const seen = new Map<string, { content: string; since: number; last: number }>();
  return (holder: string, content: string): boolean => {
    const now = performance.now();
    const before = seen.get(holder);
    const goesOn = before?.content === content && now - before.last < quietMs / 4;
    const since = goesOn ? before.since : now;
    seen.set(holder, { content, since, last: now });
    return now - since >= quietMs;
  };
}

function attemptQuietly(action: () => void): boolean {
  try {
    action();
    return true;
  } catch {
    return false;
  }
}

function busy(name: string, content: string | null): RappelError {
  const holder = content === null ? null : parseHolder(content);
  const by = holder === null ? 'another process of Rappel' : describeHolder(holder);
  return new RappelError('busy', 'lock.held', { lock: name, holder: by });
}
