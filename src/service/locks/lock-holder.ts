import { join } from 'node:path';
import { localTimestamp } from '../../shared/clock.js';
import { isOnThisMachine, lifeOf, ownIdentity, type ProcessIdentity } from '../../shared/process-identity.js';
import { namesIn, readOrNull } from '../../shared/read-or-null.js';

/** The content of a lock holder's file. Times are milliseconds since 1970, by the holder's clock. */
export interface LockHolder extends ProcessIdentity {
  since: number;
  renewed: number;
}

/** Always the same length: a renewal overwrites it in place. */
export function ownHolder(since: number): string {
  const holder: LockHolder = { ...ownIdentity(), since, renewed: Date.now() };
  return JSON.stringify(holder);
}

/** Null if it is damaged. */
export function parseHolder(content: string): LockHolder | null {
  try {
    const { pid, machine, birth, host, since, renewed } = JSON.parse(content);
    const isKnown = Number.isInteger(pid) && typeof host === 'string';
    return isKnown ? { pid, machine, birth, host, since: Number(since), renewed: Number(renewed) } : null;
  } catch {
    return null;
  }
}

export function describeHolder({ pid, host, since }: LockHolder): string {
  const when = Number.isFinite(since) ? ` since ${localTimestamp(new Date(since)).replace('T', ' ')}` : '';
  return `process ${pid} on ${host}${when}`;
}

/** Some systems do not say which process has a number: there a sign of life counts, renewed every few seconds. */
const SILENT_MS = 20_000;

/** Whether a process of this machine holds a lock of a vault. */
export function isHeld(root: string, name: string): boolean {
  const folder = join(root, '.rappel', `${name}.lock`);
  return namesIn(folder).some((file) => {
    const holder = parseHolder(readOrNull(join(folder, file)) ?? '');
    if (holder === null || !isOnThisMachine(holder)) return false;
    const life = lifeOf(holder);
    return life === 'alive' || (life === 'unknown' && Math.abs(Date.now() - holder.renewed) < SILENT_MS);
  });
}

/** Longer than most work under a lock takes. */
const LONG_MS = 60_000;

/** The locks of a vault that have been held unusually long, or for `leastMs`; one sentence each. */
export function longHeldLocks(root: string, now: Date, leastMs = LONG_MS): string[] {
  const state = join(root, '.rappel');
  return namesIn(state).flatMap((folder) => {
    const name = /^(\w+)\.lock$/.exec(folder)?.[1];
    if (name === undefined) return [];
    return namesIn(join(state, folder)).flatMap((file) => {
      const holder = parseHolder(readOrNull(join(state, folder, file)) ?? '');
      if (holder === null || Math.abs(now.getTime() - holder.since) < leastMs) return [];
      const life = lifeOf(holder);
      // The next process that needs it takes it over at once.
      if (life === 'gone') return [];
      const asked = life === 'alive' ? '' : "; it can't be reached, and loses the lock if it stays silent";
      return [`the lock "${name}" is held by ${describeHolder(holder)}${asked}`];
    });
  });
}
