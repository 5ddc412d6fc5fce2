import type { Exchange } from '../exchange/exchange.js';
import type { RunByName } from '../operations/list.js';
import type { Capture } from './capture.js';
import type { Sync } from './sync.js';

/** A vault as a program uses it, in this process or through the service that serves it: `openMemory` chooses. */
export interface Memory {
  /** Runs an operation by its name. */
  readonly run: RunByName;
  /** True if a service does the work, which goes on without this process. */
  isServed(): Promise<boolean>;
  readonly exchange: Exchange;
  readonly sync: Sync;
  readonly capture: Capture;
  /** Notes that an assistant, by the name it gives itself, uses this memory now. Never throws. */
  clientUsed(client: string): Promise<void>;
  /** Releases everything, after waiting for an update that is being filed, at most `mostMs` if given. */
  close(mostMs?: number): Promise<void>;
}
