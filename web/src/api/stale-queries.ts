import type { QueryClient } from '@tanstack/react-query';

/** Many changes a second are drawn a few times a second. */
const FLUSH_MS = 120;
const TREE_EVERY_MS = 500;
export const EVERYTHING = '*';

/** Collects what is out of date, `tree` or `file projects/x/state.md`, and asks for it anew from time to time. */
export function createStaleQueries(queries: QueryClient, onFlush: () => void) {
  const stale = new Set<string>();
  let timer = 0;
  let treeAt = 0;

  function flush(): void {
    timer = 0;
    onFlush();
    for (const key of [...stale]) {
      if (key === 'tree' && performance.now() - treeAt < TREE_EVERY_MS) continue;
      const [kind = '', ...name] = key.split(' ');
      const queryKey = key === EVERYTHING ? [] : name.length === 0 ? [kind] : [kind, name.join(' ')];
      // An answer that is under way may be older than the event: it is waited for, and then asked for again.
      if (queries.isFetching({ queryKey }) > 0) continue;
      stale.delete(key);
      if (key === 'tree') treeAt = performance.now();
      void queries.invalidateQueries({ queryKey });
    }
    if (stale.size > 0) timer = window.setTimeout(flush, FLUSH_MS);
  }

  return {
    mark(...keys: string[]): void {
      for (const key of keys) stale.add(key);
      timer ||= window.setTimeout(flush, FLUSH_MS);
    },
    clear(): void {
      clearTimeout(timer);
      timer = 0;
      stale.clear();
    },
  };
}
