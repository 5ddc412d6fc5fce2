import type { UpdateInput } from '../../agents/update.js';
import type { Vault } from '../../vault/vault.js';
import type { Publisher } from '../events/events.js';
import type { Queue } from './queue.js';
import type { UpdateStatus } from './update-status.js';
import { titleFor } from './update-title.js';

/** How updates enter the queue, and how failed ones enter it again. `wake` starts the work on what waits. */
export function createQueueEntry(
  { vault, queue, events }: { vault: Vault; queue: Queue; events: Publisher<{ update: UpdateStatus }> },
  wake: () => void,
) {
  return {
    async update(input: UpdateInput, id?: string): Promise<{ id: string; isNew: boolean }> {
      const admitted = await queue.admit(input, id, titleFor(vault, input));
      if (admitted.isNew) events.publish('update', queue.find(admitted.id));
      wake();
      return admitted;
    },
    retry(id: string): void {
      if (queue.find(id).state !== 'failed') return;
      events.publish('update', queue.set(id, { state: 'accepted', reason: null, steps: [] }));
      wake();
    },
  };
}
