import type { QueryClient } from '@tanstack/react-query';
import type { Steps } from '../activity/steps-store.js';
import type { Changes } from '../tree/changes.js';
import { createStore, type Store } from './store.js';
import type { AgentEvent, UpdateStatus } from './types.js';

export type Connection = 'connecting' | 'open' | 'lost';

export interface Live {
  connection: Store<Connection>;
  stop(): void;
}

interface LiveDeps {
  queries: QueryClient;
  changes: Changes;
  steps: Steps;
}

const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 5_000;
/** Many changes a second are drawn a few times a second. */
const FLUSH_MS = 120;
const TREE_EVERY_MS = 500;
/** Browsers hold few connections to one host: a page that nobody looks at gives its own back. */
const HIDDEN_MS = 20_000;

/** Listens to the service and marks what is out of date; after every gap everything is asked for anew. */
export function createLive({ queries, changes, steps }: LiveDeps): Live {
  const connection = createStore<Connection>('connecting');
  const stale = new Set<string>();
  const touched: string[] = [];
  let source: EventSource | null = null;
  let retry = FIRST_RETRY_MS;
  let retryTimer = 0;
  let flushTimer = 0;
  let hiddenTimer = 0;
  let treeAt = 0;
  let wasOpen = false;

  function connect(): void {
    clearTimeout(retryTimer);
    source?.close();
    source = new EventSource('/api/events');
    source.addEventListener('hello', () => {
      connection.set('open');
      retry = FIRST_RETRY_MS;
      if (wasOpen) void queries.invalidateQueries();
      wasOpen = true;
    });
    source.addEventListener('reload', () => void queries.invalidateQueries());
    source.addEventListener('file', (event) => onFile(JSON.parse(event.data)));
    source.addEventListener('update', (event) => onUpdate(JSON.parse(event.data)));
    source.addEventListener('step', (event) => {
      const { id, event: step } = JSON.parse(event.data) as { id: string; event: AgentEvent };
      steps.add(id, step);
    });
    source.addEventListener('history', () => mark('history'));
    source.addEventListener('inbox', () => mark('inbox'));
    source.onerror = () => {
      source?.close();
      connection.set('lost');
      retryTimer = window.setTimeout(connect, retry);
      retry = Math.min(retry * 2, LONGEST_RETRY_MS);
    };
  }

  function onFile({ path }: { path: string }): void {
    const inVault = path.replace(/^vault\//, '');
    touched.push(inVault);
    mark(
      'tree',
      `file ${inVault}`,
      ...(inVault.startsWith('inbox/') || inVault === 'inbox' ? ['inbox'] : []),
    );
  }

  function onUpdate(status: UpdateStatus): void {
    queries.setQueryData(['update', status.id], (known?: object) => ({ ...known, ...status }));
    // An answer that was under way may be older than this event and would overwrite it: it is asked for again.
    mark('updates', `update ${status.id}`, ...(isOver(status) ? ['inbox', 'history', 'tree'] : []));
  }

  function mark(...keys: string[]): void {
    for (const key of keys) stale.add(key);
    flushTimer ||= window.setTimeout(flush, FLUSH_MS);
  }

  function flush(): void {
    flushTimer = 0;
    changes.add(touched.splice(0));
    const treeWaits = stale.has('tree') && performance.now() - treeAt < TREE_EVERY_MS;
    for (const key of [...stale]) {
      if (key === 'tree' && treeWaits) continue;
      stale.delete(key);
      if (key === 'tree') treeAt = performance.now();
      const [kind = '', ...name] = key.split(' ');
      const queryKey = name.length === 0 ? [kind] : [kind, name.join(' ')];
      void queries.invalidateQueries({ queryKey }, { cancelRefetch: key !== 'tree' });
    }
    if (stale.size > 0) flushTimer = window.setTimeout(flush, FLUSH_MS);
  }

  function onVisibility(): void {
    clearTimeout(hiddenTimer);
    if (document.visibilityState === 'hidden') {
      hiddenTimer = window.setTimeout(() => {
        clearTimeout(retryTimer);
        source?.close();
        source = null;
      }, HIDDEN_MS);
    } else if (source === null) connect();
  }

  document.addEventListener('visibilitychange', onVisibility);
  connect();
  return {
    connection,
    stop() {
      document.removeEventListener('visibilitychange', onVisibility);
      for (const timer of [retryTimer, flushTimer, hiddenTimer]) clearTimeout(timer);
      source?.close();
    },
  };
}

export function isOver({ state }: { state: UpdateStatus['state'] }): boolean {
  return state === 'done' || state === 'needs_answer' || state === 'failed';
}
