import { createStore } from '../api/store.js';

const REMEMBERED = 500;

export type Changes = ReturnType<typeof createChanges>;

/** Which files changed lately, and a number that says when: a row flashes once for each. */
export function createChanges() {
  const store = createStore<ReadonlyMap<string, number>>(new Map());
  let count = 0;
  return {
    store,
    add(paths: readonly string[]): void {
      if (paths.length === 0) return;
      count++;
      const entries = [...store.get()].filter(([path]) => !paths.includes(path));
      store.set(new Map([...entries, ...paths.map((path) => [path, count] as const)].slice(-REMEMBERED)));
    },
  };
}
