import { BASE } from '../api/base.js';

/** The names of the worker's stores; see web/worker/sw.ts. */
export const storeName = (kind: 'data' | 'shared') => `rappel-${kind} ${BASE}`;

/** Once the page is at rest, installs the worker that lets one read without the service. Needs HTTPS or this machine. */
export function startServiceWorker(pause = 1_500): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  // A page stays open for days: a service that did not answer is asked again.
  setTimeout(() => void install().catch(() => startServiceWorker(4 * pause)), pause);
}

async function install(): Promise<void> {
  await navigator.serviceWorker.register(`${BASE}sw.js`, { scope: BASE });
  const { active } = await navigator.serviceWorker.ready;
  // What was loaded before the worker could see it.
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
  active?.postMessage({ loaded });
}

/** Removes what was kept for reading offline. */
export async function forgetOffline(): Promise<void> {
  if (!('caches' in globalThis)) return;
  navigator.serviceWorker.controller?.postMessage({ forget: true });
  await Promise.all([caches.delete(storeName('data')), caches.delete(storeName('shared'))]);
}
