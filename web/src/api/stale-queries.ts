import type { QueryClient } from '@tanstack/react-query';
import { refreshTree } from '../tree/tree-updates.js';

/** Many changes a second are drawn a few times a second. */
const FLUSH_MS = 120;
const TREE_EVERY_MS = 500;
export const EVERYTHING = '*';

/**
 * Collects what is out of date, `inbox` or `file projects/x/state.md`, and asks for it anew from time to time; of the tree
 * only what changed.
 */
export function createStaleQueries(queries: QueryClient, onFlush: () => void) {
  const stale = new Set<string>();
  let changed = new Set<string>();
  let timer = 0;
  let treeAt = Number.NEGATIVE_INFINITY;
  let isRefreshing = false;

  function flush(): void {
    timer = 0;
    onFlush();
    for (const key of [...stale]) {
      const [kind = '', ...name] = key.split(' ');
      const queryKey = key === EVERYTHING ? [] : name.length === 0 ? [kind] : [kind, name.join(' ')];
      // An answer that is under way may be older than the event: it is waited for, and then asked for again.
      if (queries.isFetching({ queryKey }) > 0) continue;
      stale.delete(key);
      void queries.invalidateQueries({ queryKey });
    }
    if (changed.size > 0 && !isRefreshing && performance.now() - treeAt >= TREE_EVERY_MS) void patch();
    if (stale.size + changed.size > 0) timer ||= window.setTimeout(flush, FLUSH_MS);
  }

  async function patch(): Promise<void> {
    const paths = changed;
    changed = new Set();
    isRefreshing = true;
    const isDone = await refreshTree(queries, paths);
    isRefreshing = false;
    treeAt = performance.now();
    if (isDone) return;
    changed = new Set([...paths, ...changed]);
    timer ||= window.setTimeout(flush, FLUSH_MS);
  }

  return {
    mark(...keys: string[]): void {
      for (const key of keys) stale.add(key);
      timer ||= window.setTimeout(flush, FLUSH_MS);
    },
    /** Files or folders that changed, without `vault/`. */
    markTree(...paths: string[]): void {
      for (const path of paths) changed.add(path);
      timer ||= window.setTimeout(flush, FLUSH_MS);
    },
    clear(): void {
      clearTimeout(timer);
      timer = 0;
      stale.clear();
      changed.clear();
    },
  };
}
