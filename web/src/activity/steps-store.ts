import { createStore, type Store } from '../api/store.js';
import type { AgentEvent } from '../api/types.js';
import { type Step, withEvent } from './steps.js';

/** The steps of runs that are under way, by id. */
export interface Steps {
  store: Store<ReadonlyMap<string, readonly Step[]>>;
  add(id: string, event: AgentEvent): void;
}

export function createSteps(now: () => number = () => Date.now()): Steps {
  const store = createStore<ReadonlyMap<string, readonly Step[]>>(new Map());
  return {
    store,
    add(id, event) {
      store.set((all) => new Map([...all, [id, withEvent(all.get(id) ?? [], event, now())]]));
    },
  };
}
