import { REFUSED, request } from '../api/request.js';
import { createStore, type Store } from '../api/store.js';
import type { SessionState } from '../api/types.js';

/** Whether the service answers this browser, or wants the token first. */
export interface Session {
  locked: Store<boolean>;
  /** Throws what the service refused. */
  enter(token: string): Promise<void>;
  leave(): Promise<void>;
}

export function createSession(): Session {
  const locked = createStore(false);
  let entries = 0;

  /** A refusal may be older than the last entry: the service is asked, and believed unless it was entered since. */
  async function check(): Promise<void> {
    const before = entries;
    const { open } = await request<SessionState>('GET', '/session');
    if (!open && entries === before) locked.set(true);
  }

  addEventListener(REFUSED, () => void check().catch(() => {}));
  return {
    locked,
    async enter(token) {
      await request('POST', '/session', { body: { token } });
      entries++;
      locked.set(false);
    },
    async leave() {
      await request('DELETE', '/session');
      locked.set(true);
    },
  };
}
