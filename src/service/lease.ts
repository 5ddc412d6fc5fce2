import { existsSync, readFileSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { RappelError } from '../shared/errors.js';
import { stateFolder } from '../vault/state-folder.js';
import { writeDurably } from './durable.js';
import { isAlive, withLock } from './lock.js';

/** Who serves a vault, and where. */
export interface Lease {
  pid: number;
  host: string;
  url: string;
  started: string;
  /** Milliseconds since 1970; renewed while the service lives. */
  renewed: number;
}

const RENEW_MS = 5_000;
/** A holder on this machine is asked by its process; one elsewhere, or a pid that was given anew, by its last renewal. */
const EXPIRES_MS = 60_000;

/** Takes the vault for one service; throws `busy` where another one runs. Survives a crash: a dead holder's lease is taken over. */
export async function takeLease(root: string, offer: { url: string; started: string }, lost: () => void) {
  const file = leaseFile(root);
  const mine: Lease = { pid: process.pid, host: hostname(), ...offer, renewed: Date.now() };
  await withLock(root, 'lease', async () => {
    const other = currentLease(root);
    if (other !== null && !(other.pid === mine.pid && other.host === mine.host)) throw busy(other);
    writeDurably(file, JSON.stringify(mine));
  });

  const timer = setInterval(() => {
    const holder = readLease(root);
    if (holder !== null && holder.pid !== mine.pid) return lost();
    try {
      // A vault that is out of reach keeps its service: it goes on when the disk is back.
      if (existsSync(join(root, '.rappel')))
        writeDurably(file, JSON.stringify({ ...mine, renewed: Date.now() }));
    } catch {
      // A full or read-only disk: the process itself is the proof of life.
    }
  }, RENEW_MS);
  timer.unref();

  return {
    /** The address is known once the port is. */
    setUrl(url: string): void {
      mine.url = url;
      writeDurably(file, JSON.stringify({ ...mine, renewed: Date.now() }));
    },
    release(): void {
      clearInterval(timer);
      if (readLease(root)?.pid === mine.pid) rmSync(file, { force: true });
    },
  };
}

/** The lease that holds now, or null. */
export function currentLease(root: string): Lease | null {
  const lease = readLease(root);
  if (lease === null) return null;
  if (Date.now() - lease.renewed > EXPIRES_MS && lease.host !== hostname()) return null;
  return lease.host === hostname() && !isAlive(lease.pid) ? null : lease;
}

function leaseFile(root: string): string {
  return join(stateFolder(root), 'service.json');
}

function readLease(root: string): Lease | null {
  try {
    return JSON.parse(readFileSync(leaseFile(root), 'utf8'));
  } catch {
    return null;
  }
}

function busy(lease: Lease): RappelError {
  return new RappelError(
    'busy',
    `this vault is served already, at ${lease.url} (process ${lease.pid} on ${lease.host})`,
    {
      hint: 'Use that one, or stop it with: rappel stop',
    },
  );
}
