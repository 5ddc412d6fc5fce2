import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { RappelError } from '../../shared/errors.js';
import {
  isOnThisMachine,
  isSelf,
  lifeOf,
  ownIdentity,
  type ProcessIdentity,
} from '../../shared/process-identity.js';
import { readJsonOrNull } from '../../shared/read-or-null.js';
import { folderIdentity } from '../../vault/folder-identity.js';
import { stateFolder } from '../../vault/state-folder.js';
import { writeDurably, writeWhole } from '../state/durable.js';
import { withLock } from './lock.js';

/** Which process serves a vault, and at which address. */
export interface Lease extends ProcessIdentity {
  url: string;
  started: string;
  /** Milliseconds since 1970; renewed while the service runs. */
  renewed: number;
  /** The folder of the vault, as its machine numbers it. */
  folder?: string | null;
}

export interface LeaseTimes {
  renewMs: number;
  /** A holder that can't be reached (on another machine) counts as gone after this time. */
  expiresMs: number;
}

const TIMES: LeaseTimes = { renewMs: 5_000, expiresMs: 60_000 };

/** Claims the vault for one service; throws `busy` if another one runs. Takes over the lease of a crashed process. */
export async function takeLease(
  root: string,
  offer: Pick<Lease, 'url' | 'started'>,
  lost: () => void,
  times = TIMES,
) {
  const file = leaseFile(root);
  const mine = { ...ownIdentity(), ...offer };
  await withLock(root, 'lease', async () => {
    const other = currentLease(root, times);
    if (other !== null && !isSelf(other)) throw busy(other);
    write(writeDurably);
  });

  function write(put: typeof writeDurably): void {
    const lease: Lease = { ...mine, folder: folderIdentity(root), renewed: Date.now() };
    put(file, JSON.stringify(lease));
  }

  const timer = setInterval(() => {
    // A service keeps its unavailable vault: it continues when the disk is back.
    if (!existsSync(join(root, '.rappel'))) return;
    const holder = readLease(root);
    if (holder !== null && !isSelf(holder)) return lost();
    try {
      // No process outlives a power failure, so a sign of life need not either.
      write(writeWhole);
    } catch {
      // A full or read-only disk: the running process itself is proof enough.
    }
  }, times.renewMs);
  timer.unref();

  return {
    /** The address is known once the port is. */
    setUrl(url: string): void {
      if (url === mine.url) return;
      mine.url = url;
      write(writeDurably);
    },
    release(): void {
      clearInterval(timer);
      const holder = readLease(root);
      if (holder === null || !isSelf(holder)) return;
      try {
        rmSync(file, { force: true });
      } catch {
        // Not to be written now: it expires by itself.
      }
    },
  };
}

/** The current lease, or null. */
export function currentLease(root: string, { expiresMs } = TIMES): Lease | null {
  const lease = readLease(root);
  if (lease === null) return null;
  const life = lifeOf(lease);
  if (life !== 'unknown') return life === 'alive' ? lease : null;
  // After a clock was set back, a renewal looks like one from the future.
  return Math.abs(Date.now() - lease.renewed) > expiresMs ? null : lease;
}

/** True if the last service did not stop cleanly: it was killed, or the machine was switched off. */
export function endedUnexpectedly(root: string): boolean {
  return readLease(root) !== null && currentLease(root) === null;
}

function leaseFile(root: string): string {
  return join(stateFolder(root), 'service.json');
}

/** Not one that was copied with the vault: the service that it names serves the original. */
function readLease(root: string): Lease | null {
  const lease = readJsonOrNull(join(root, '.rappel', 'service.json')) as Lease | null;
  if (lease === null) return null;
  const here = folderIdentity(root);
  // Where either folder is unknown, the process decides.
  const isCopied = isOnThisMachine(lease) && lease.folder && here !== null && lease.folder !== here;
  return isCopied ? null : lease;
}

function busy(lease: Lease): RappelError {
  return new RappelError('busy', 'service.running', { address: lease.url, pid: lease.pid, host: lease.host });
}
