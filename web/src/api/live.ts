import type { QueryClient } from '@tanstack/react-query';
import type { StreamEvents } from '../../../src/http/event-stream.js';
import type { Changes } from '../tree/changes.js';
import { refreshTree } from '../tree/tree-updates.js';
import { withBase } from './base.js';
import { ANSWERED, REFUSED } from './send.js';
import { staleAfterEvents } from './stale-after-events.js';
import { createKeptStore, createStore } from './store.js';

type Connection = 'connecting' | 'open' | 'lost';

const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 5_000;
/** Browsers allow few connections to one host: a hidden page closes its own after this time. */
const HIDDEN_MS = 20_000;

export type Live = ReturnType<typeof createLive>;

/** Listens to the service and marks what is out of date; after every gap everything is asked for anew. */
export function createLive({ queries, changes }: { queries: QueryClient; changes: Changes }) {
  const connection = createStore<Connection>('connecting');
  /** When the service was heard last; null before the first time. */
  const heard = createKeptStore<number | null>('rappel.heard', null);
  /** How far the work is that the service told about last. */
  const progress = createStore<StreamEvents['progress'] | null>(null);
  const touched: string[] = [];
  const stale = createStaleQueries(queries, () => changes.add(touched.splice(0)));
  const after = staleAfterEvents({ ...stale, touch: (path) => touched.push(path) });
  let source: EventSource | null = null;
  let retry = FIRST_RETRY_MS;
  let retryTimer = 0;
  let hiddenTimer = 0;
  /** Whether answers may be older than the next stream: there was one before, or none could be opened. */
  let hasGap = false;
  let started = false;
  /** Where the stream began; null while there is none. */
  let began: string | null = null;
  /** What the oldest answer knew that came before. */
  let oldest: string | null = null;

  function connect(): void {
    clearTimeout(retryTimer);
    source?.close();
    source = new EventSource(withBase('/api/events'));
    listen(source, 'hello', ({ last }) => {
      connection.set('open');
      heard.set(Date.now());
      retry = FIRST_RETRY_MS;
      began = last;
      if (hasGap || (oldest !== null && isOlder(oldest, began))) stale.mark(EVERYTHING);
      hasGap = true;
      oldest = null;
    });
    listen(source, 'reload', () => stale.mark(EVERYTHING));
    listen(source, 'file', after.file);
    listen(source, 'update', after.update);
    listen(source, 'question', after.question);
    listen(source, 'step', after.step);
    listen(source, 'history', after.history);
    listen(source, 'import', after.import);
    listen(source, 'progress', (told) => progress.set(told));
    source.onerror = () => {
      disconnect();
      // Until now it was there.
      if (connection.get() === 'open') heard.set(Date.now());
      hasGap = true;
      connection.set('lost');
      // It may be there, and only want the token again.
      dispatchEvent(new Event(REFUSED));
      retryTimer = window.setTimeout(connect, retry);
      retry = Math.min(retry * 2, LONGEST_RETRY_MS);
    };
  }

  /** An answer that was on its way while the stream began does not know what happened in between. */
  function onAnswer(event: Event): void {
    const { detail } = event as CustomEvent<string>;
    if (began === null) oldest ??= detail;
    else if (isOlder(detail, began)) stale.mark(EVERYTHING);
  }

  function onVisibility(): void {
    clearTimeout(hiddenTimer);
    if (document.visibilityState === 'hidden') {
      hiddenTimer = window.setTimeout(disconnect, HIDDEN_MS);
    } else if (source === null && started) connect();
  }

  function disconnect(): void {
    clearTimeout(retryTimer);
    source?.close();
    source = null;
    began = null;
    oldest = null;
  }

  return {
    connection,
    progress,
    heard,
    start(): void {
      if (started) return;
      started = true;
      connection.set('connecting');
      document.addEventListener('visibilitychange', onVisibility);
      addEventListener(ANSWERED, onAnswer);
      connect();
    },
    stop(): void {
      started = false;
      document.removeEventListener('visibilitychange', onVisibility);
      removeEventListener(ANSWERED, onAnswer);
      clearTimeout(hiddenTimer);
      stale.clear();
      disconnect();
    },
  };
}

function listen<Type extends keyof StreamEvents>(
  source: EventSource,
  type: Type,
  tell: (data: StreamEvents[Type]) => void,
): void {
  source.addEventListener(type, ({ data }) => tell(JSON.parse(data)));
}

/** Ids of events are the name of a run of the service and a number; another run is older in any case. */
function isOlder(id: string, than: string): boolean {
  const [run, number] = id.split(/-(?=\d+$)/);
  const [wantedRun, wanted] = than.split(/-(?=\d+$)/);
  return run !== wantedRun || Number(number) < Number(wanted);
}

/** Many changes a second are drawn a few times a second. */
const FLUSH_MS = 120;
const TREE_EVERY_MS = 500;
const EVERYTHING = '*';

/**
 * Collects what is out of date, `inbox` or `file projects/x/state.md`, and asks for it anew from time to time; of the tree
 * only what changed.
 */
function createStaleQueries(queries: QueryClient, onFlush: () => void) {
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
