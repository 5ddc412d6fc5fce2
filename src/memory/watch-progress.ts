import { setTimeout as wait } from 'node:timers/promises';
import type { ServiceClient } from '../service/connection/client.js';
import type { ServiceEvents } from '../service/core.js';
import type { OnProgress } from '../shared/progress.js';

/** Tells how far the work of the running service is, until `signal` aborts. Most calls are over before it begins. */
export async function watchProgress(
  client: ServiceClient,
  onProgress: OnProgress,
  signal: AbortSignal,
): Promise<void> {
  try {
    await wait(BEGINS_AFTER_MS, undefined, { signal, ref: false });
    for await (const { type, data } of client.events<ServiceEvents>('/api/events', { signal }))
      if (type === 'progress') onProgress(data);
  } catch {
    // The call itself fails if the service is gone; without progress it takes as long as before.
  }
}

const BEGINS_AFTER_MS = 400;
