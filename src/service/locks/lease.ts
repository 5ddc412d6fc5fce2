import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { RappelError } from '../../shared/errors.js';
import { isSelf, lifeOf, ownIdentity, type ProcessIdentity } from '../../shared/process-identity.js';
import { readJsonOrNull } from '../../shared/read-or-null.js';
import { stateFolder } from '../../vault/state-folder.js';
import { writeDurably } from '../state/durable.js';
import { withLock } from './lock.js';

/** Who serves a vault, and where. */
export interface Lease extends ProcessIdentity {
  url: string;
  started: string;
  /** Milliseconds since 1970; renewed while the service lives. */
  renewed: number;
}

export interface LeaseTimes {
  renewMs: number;
  /** A holder that can't be asked whether it lives (it is on another machine) is taken for gone after this time. */
  expiresMs: number;
}

const TIMES: LeaseTimes = { renewMs: 5_000, expiresMs: 60_000 };

/** Takes the vault for one service; throws `busy` where another one runs. Survives a crash: a dead holder's lease is taken over. */
export async function takeLease(
  root: string,
  offer: { url: string; started: string },
  lost: () => void,
  times = TIMES,
) {
  const file = leaseFile(root);
  const mine = { ...ownIdentity(), ...offer };
  await withLock(root, 'lease', async () => {
    const other = currentLease(root, times);
    if (other !== null && !isSelf(other)) throw busy(other);
    write();
  });

  function write(): void {
    const lease: Lease = { ...mine, renewed: Date.now() };
    writeDurably(file, JSON.stringify(lease));
  }

  const timer = setInterval(() => {
    // A vault that is out of reach keeps its service: it goes on when the disk is back.
    if (!existsSync(join(root, '.rappel'))) return;
    const holder = readLease(root);
    if (holder !== null && !isSelf(holder)) return lost();
    try {
      write();
    } catch {
      // A full or read-only disk: the process itself is the proof of life.
    }
  }, times.renewMs);
  timer.unref();

  return {
    /** The address is known once the port is. */
    setUrl(url: string): void {
      mine.url = url;
      write();
    },
    release(): void {
      clearInterval(timer);
      const holder = readLease(root);
      if (holder !== null && isSelf(holder)) rmSync(file, { force: true });
    },
  };
}

/** The lease that holds now, or null. */
export function currentLease(root: string, { expiresMs } = TIMES): Lease | null {
  const lease = readLease(root);
  if (lease === null) return null;
  const life = lifeOf(lease);
  if (life !== 'unknown') return life === 'alive' ? lease : null;
  // A clock that was set back makes a renewal look like one of the future.
  return Math.abs(Date.now() - lease.renewed) > expiresMs ? null : lease;
}

/** True where the last service ended without a word: it was killed, or the machine was switched off. */
export function endedUnexpectedly(root: string): boolean {
  return readLease(root) !== null && currentLease(root) === null;
}

function leaseFile(root: string): string {
  return join(stateFolder(root), 'service.json');
}

function readLease(root: string): Lease | null {
  return readJsonOrNull(join(root, '.rappel', 'service.json')) as Lease | null;
}

function busy(lease: Lease): RappelError {
  return new RappelError(
    'busy',
    `this vault is served already, at ${lease.url} (process ${lease.pid} on ${lease.host})`,
    { hint: 'Use that one, or stop it with: rappel stop' },
  );
}
