import type { RappelError } from '../../shared/errors.js';
import type { Queue } from './queue.js';
import { isDue, KNOWN_MS, type Retry } from './retry.js';
import type { UpdateStatus } from './update-status.js';

interface Known {
  error: RappelError;
  retry: Retry;
}

/** Remembers in this process that the model can't be used at the moment, whatever the input. */
export function createOutage(queue: Queue, publish: (status: UpdateStatus) => void) {
  let known: Known | null = null;
  /** Whether updates may wait for the model; true until the queue was checked. */
  let mayWait = true;

  return {
    /** Null if the model may be called. */
    at(now: number, settings: string): Known | null {
      if (known === null || isDue(known.retry, now, settings) || now - known.retry.last >= KNOWN_MS)
        return null;
      return known;
    },
    begin(error: RappelError, retry: Retry): void {
      mayWait = true;
      // A slow model answers, and another input may be shorter.
      if (retry.failure !== 'slow') known = { error, retry };
    },
    /** The model works again: what waits for it is due. What it was too slow for keeps its time. */
    async over(now: number, settings: string): Promise<void> {
      known = null;
      if (!mayWait) return;
      mayWait = false;
      for (const { id } of queue.waiting()) {
        const changed = await queue.change(id, ({ retry }) =>
          retry === undefined || retry.failure === 'slow' || isDue(retry, now, settings)
            ? null
            : { retry: { ...retry, next: now } },
        );
        if (changed !== null) publish(changed);
      }
    },
  };
}
