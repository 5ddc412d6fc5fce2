import { setTimeout as wait } from 'node:timers/promises';

/**
 * Holds a refusal back. Refused clients try again. If they all retried at once, the event loop would only refuse, and new
 * connections, which it accepts one per turn, would wait for seconds. Rejects when the signal aborts.
 */
export async function refusalPause(signal?: AbortSignal): Promise<void> {
  await wait(SHORTEST_MS + SPREAD_MS * Math.random(), undefined, { signal });
}

const SHORTEST_MS = 150;
/** They should not come back together. */
const SPREAD_MS = 200;
