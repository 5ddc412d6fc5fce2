import type { Queue } from './queue.js';
import type { UpdateStatus } from './update-status.js';

/** Puts a failed update back into the queue. Null if it did not fail. Throws `not_found`. */
export function retryUpdate(queue: Queue, id: string): UpdateStatus | null {
  if (queue.find(id).state !== 'failed') return null;
  return queue.set(id, { state: 'accepted', reason: null, steps: [] });
}
