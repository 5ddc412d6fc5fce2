import type { History } from './history/history.js';
import type { Queue } from './updates/queue.js';
import type { UpdateKeeper } from './updates/update-keeper.js';

/** A vault that nodes of a hub share through its remote. */
export interface SharedVault {
  keeper: UpdateKeeper;
  /** Syncs the vault before it is served. Returns false to stop after that; throws if the vault can't be served. */
  join(parts: { queue: Queue; history: History; signal: AbortSignal }): Promise<boolean>;
}
