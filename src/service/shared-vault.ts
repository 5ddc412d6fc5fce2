import type { History } from './history/history.js';
import type { Queue } from './updates/queue.js';
import type { UpdateKeeper } from './updates/update-keeper.js';

/** A vault that nodes of a hub, each with a disk of its own, share through its remote. */
export interface SharedVault {
  keeper: UpdateKeeper;
  /** Brings the vault in step before it is served. False if nothing more is to be done with it; throws where it can't be served. */
  join(parts: { queue: Queue; history: History; signal: AbortSignal }): Promise<boolean>;
}
