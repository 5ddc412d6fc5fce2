import { createStore, type Store } from '../api/store.js';

/** Which files changed lately, and a number that says when: a row flashes once for each. */
export interface Changes {
  store: Store<ReadonlyMap<string, number>>;
  add(paths: readonly string[]): void;
}

const REMEMBERED = 500;

export function createChanges(): Changes {
  const store = createStore<ReadonlyMap<string, number>>(new Map());
  let count = 0;
  return {
    store,
    add(paths) {
      if (paths.length === 0) return;
      count++;
      const entries = [...store.get()].filter(([path]) => !paths.includes(path));
      store.set(new Map([...entries, ...paths.map((path) => [path, count] as const)].slice(-REMEMBERED)));
    },
  };
}
