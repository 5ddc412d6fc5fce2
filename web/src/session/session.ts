import { BASE } from '../api/base.js';
import { request } from '../api/run.js';
import { REFUSED } from '../api/send.js';
import { createStore } from '../api/store.js';
import type { SessionState } from '../api/types.js';
import { forgetOffline } from '../offline/service-worker.js';
export type Session = ReturnType<typeof createSession>;

/** Whether the service answers this browser, or asks for the token first. */
export function createSession() {
  const locked = createStore(false);
  let entries = 0;

  /** A refusal may be older than the last entry: the service is asked, and believed unless it was entered since. */
  async function check(): Promise<void> {
    const before = entries;
    const { open, people } = await request<SessionState>('/api/session');
    if (!open && entries === before) lock(people);
  }

  function lock(hasPeople: boolean): void {
    if (hasPeople) location.replace(signInAddress(BASE, location));
    else locked.set(true);
  }

  async function enter(proof: { token: string } | { code: string }): Promise<void> {
    await request('/api/session', 'POST', proof);
    entries++;
    locked.set(false);
  }

  addEventListener(REFUSED, () => void check().catch(() => {}));
  return {
    locked,
    /** Logs in with the code of a login link, where the address carries one. Never throws: the token can still be entered. */
    async enterByLink(): Promise<void> {
      const code = /^#login=([\w-]+)$/.exec(location.hash)?.[1];
      if (code === undefined) return;
      history.replaceState(history.state, '', location.pathname + location.search);
      await enter({ code }).catch(() => {});
    },
    /** Throws what the service refused. */
    enter: (token: string) => enter({ token }),
    async leave(): Promise<void> {
      await request('/api/session', 'DELETE');
      await forgetOffline();
      await check().catch(() => lock(false));
    },
  };
}

/** Where people of a hub sign in, and come back from. `base` is the address of the vault, `/v/NAME/`. */
export function signInAddress(
  base: string,
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
): string {
  const hub = base.replace(/v\/[^/]+\/$/, '');
  return `${hub}?next=${encodeURIComponent(`${pathname.slice(hub.length)}${search}`)}`;
}
