import type { Exchange } from '../exchange/exchange.js';
import type { Capture } from '../operations/capture.js';
import type { RunByName } from '../operations/list.js';
import type { VaultSync } from '../service/sync/sync-vault.js';
import type { UpdateStatus } from '../service/updates/update-status.js';

/** A vault as a door uses it, in this process or through the service that serves it. */
export interface Memory {
  /** Runs an operation by its name. */
  readonly run: RunByName;
  /** True if a service does the work, which goes on without this process. */
  isServed(): Promise<boolean>;
  /** Notes that an assistant, by the name it gives itself, uses this memory now. Never throws. */
  clientUsed(client: string): Promise<void>;
  /** Releases everything, after waiting for an update that is being filed, at most `mostMs` if given. */
  close(mostMs?: number): Promise<void>;
}

/**
 * The same with what a command does in its own process, also while a service runs: it names files of the machine and places where the vault
 * goes, which no client of a service may.
 */
export interface CommandMemory extends Memory {
  exchange(): Promise<Exchange>;
  sync(): Promise<VaultSync>;
  capture(): Promise<Capture>;
}

/** Most updates are filed by then, and what became of one says more than that it was accepted. */
const SOON_MS = 2_000;

/** What became of an update, its question included; else how far it is after a moment. */
export async function followSoon(
  { run }: Pick<Memory, 'run'>,
  id: string,
  signal?: AbortSignal,
): Promise<UpdateStatus> {
  const soon = AbortSignal.timeout(SOON_MS);
  const until = signal === undefined ? soon : AbortSignal.any([soon, signal]);
  try {
    return await run('updates/follow', { id }, { signal: until });
  } catch (error) {
    if (!soon.aborted || signal?.aborted) throw error;
    return run('updates/find', { id });
  }
}
