import { existsSync } from 'node:fs';
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
 * Tells the keeper of updates what became of them: one that changed files is filed for all nodes when the remote has its entry. What can't
 * be told now is told later, at the latest by the next leader.
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

  /** `sent`: those whose entries the remote has. */
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
    await keeper.settle(filed, failed);
    for (const id of [...filed, ...failed]) open.delete(id);
  }

  /** The journal is there until it is recorded. */
  function isRecorded(id: string): boolean {
    return queue.has(id) && isFiled(queue.find(id).state) && !existsSync(queue.journal(id));
  }

  return {
    /** The same sync, which tells what it sent. */
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
