import type { VaultSync } from '../sync/sync-vault.js';
import type { Queue } from './queue.js';
import type { UpdateKeeper } from './update-keeper.js';
import { isFiled, isWaiting, type UpdateStatus } from './update-status.js';

interface SettlingDeps {
  queue: Queue;
  keeper: UpdateKeeper;
  events: { subscribe(tell: (event: { type: string; data: unknown }) => void): () => void };
}

/**
 * Tells the keeper which updates are filed and which failed. An update that changed files counts as filed once the remote has its entry.
 * If the keeper can't be reached, it is told later, at the latest by the next leader.
 */
export function settleUpdates({ queue, keeper, events }: SettlingDeps) {
  const open = new Set<string>();
  let telling: Promise<void> = Promise.resolve();
  const forget = events.subscribe(({ type, data }) => {
    if (type !== 'update') return;
    const { id, state } = data as UpdateStatus;
    open.add(id);
    if (!isWaiting(state)) settle(new Set());
  });

  /** `sent`: updates whose entries the remote has. */
  function settle(sent: ReadonlySet<string>): void {
    telling = telling.then(() => tell(sent)).catch(() => {});
  }

  async function tell(sent: ReadonlySet<string>): Promise<void> {
    const filed: string[] = [];
    const failed: string[] = [];
    for (const id of open) {
      if (!queue.has(id)) filed.push(id);
      else if (queue.find(id).state === 'failed') failed.push(id);
      else if (isRecorded(id) && (sent.has(id) || queue.find(id).history === null)) filed.push(id);
    }
    if (filed.length + failed.length === 0) return;
    const told = [...filed, ...failed];
    // Before the keeper answers: one that is tried again meanwhile is told of again.
    for (const id of told) open.delete(id);
    try {
      await keeper.settle(filed, failed);
    } catch (error) {
      for (const id of told) open.add(id);
      throw error;
    }
  }

  function isRecorded(id: string): boolean {
    return queue.has(id) && isFiled(queue.find(id).state) && queue.isRecorded(id);
  }

  return {
    /** Wraps a sync, so that the keeper learns what was sent. */
    around: (sync: VaultSync): VaultSync => ({
      ...sync,
      async run(options) {
        const recorded = new Set([...open].filter(isRecorded));
        const report = await sync.run(options);
        settle(recorded);
        return report;
      },
    }),
    async stop(): Promise<void> {
      forget();
      await telling;
    },
  };
}
