import { LOCKED, request } from '../api/request.js';
import { createStore, type Store } from '../api/store.js';

/** Whether the service answers this browser, or wants the token first. */
export interface Session {
  locked: Store<boolean>;
  /** Throws what the service refused. */
  enter(token: string): Promise<void>;
  leave(): Promise<void>;
}

export function createSession(): Session {
  const locked = createStore(false);
  addEventListener(LOCKED, () => locked.set(true));
  return {
    locked,
    async enter(token) {
      await request('POST', '/session', { body: { token } });
      locked.set(false);
    },
    async leave() {
      await request('DELETE', '/session');
      locked.set(true);
    },
  };
}
