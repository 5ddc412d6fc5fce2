import { type ComponentType, lazy } from 'react';
import { request } from '../api/run.js';

const RELOADED = 'rappel.reloaded';
/** A page that was loaded again within this time, in vain, says so instead. */
const AGAIN_MS = 10_000;
const RETRY_MS = 1_000;

/**
 * A view that is loaded when it is shown first. What a browser could not load, because the service was away, it never tries again: then the page is
 * loaded anew, once the service answers. Drafts outlive that.
 */
// biome-ignore lint/suspicious/noExplicitAny: as in the type of `lazy`
export function lazyView<View extends ComponentType<any>>(load: () => Promise<View>) {
  return lazy(async () => ({ default: await load().catch(reloadPage) }));
}

async function reloadPage(error: unknown): Promise<never> {
  if (Date.now() - Number(sessionStorage.getItem(RELOADED)) < AGAIN_MS) throw error;
  await untilAnswered();
  sessionStorage.setItem(RELOADED, String(Date.now()));
  location.reload();
  return new Promise(() => {});
}

async function untilAnswered(): Promise<void> {
  for (;;) {
    try {
      await request('/api/session');
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}
