import { setTimeout as wait } from 'node:timers/promises';
import type { AgentEvent } from '../agents/answer.js';
import type { RunByName } from '../operations/list.js';
import type { Context, StepEvent } from '../operations/operation.js';
import type { Method, ServiceClient } from '../service/connection/client.js';
import type { ServiceEvents } from '../service/core.js';
import type { FileChange } from '../service/events/events.js';
import type { GivenAnswer } from '../service/receipts/receipt.js';
import { RappelError } from '../shared/errors.js';
import { parsePath, showPath } from '../vault/paths.js';
import type { Memory } from './memory.js';
import type { Replies } from './replies.js';
import { decodeError, decodeReport, type WireError } from './wire.js';

/** Import, export, sync and sessions are no part of it: see `Exchange`, `Sync` and `Capture`; nor is what is only noted in a file of the vault. */
export type RemoteMemory = Omit<Memory, 'exchange' | 'sync' | 'capture' | 'clientUsed'>;

/** What a route is asked with: the parts of its path that start with a colon, and the rest of the request. */
interface Asked {
  param?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  signal?: AbortSignal | undefined;
}

/** The steps of an answer, then the answer itself. */
type AnswerEvents = { [Event in StepEvent as Event['type']]: Event } & {
  answer: GivenAnswer;
  error: { error: WireError };
};

/** The memory through the running service of the vault. */
export function createRemoteMemory(client: ServiceClient): RemoteMemory {
  const ended = new AbortController();

  /** The service is of this version, and its HTTP door replies with these types. */
  async function call<Route extends keyof Replies>(
    route: Route,
    { param = {}, query = {}, body, signal }: Asked = {},
  ): Promise<Replies[Route]> {
    const [method, pattern] = route.split(' ') as [Method, string];
    const path = pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(param[name]!));
    const given = method === 'GET' ? `?${new URLSearchParams(query)}` : '';
    return (await client.request(method, path + given, body, signal)) as Replies[Route];
  }

  return {
    run: (async (name: string, input: object = {}, { onEvent, signal: given }: Context = {}) => {
      const path = `/api/${name}`;
      // The service finishes a change of files that it has begun: its answer is waited for.
      const signal = name.startsWith('history/') ? undefined : given;
      if (onEvent === undefined) return client.request('POST', path, input, signal);
      for await (const { type, data } of client.events<AnswerEvents>(path, { body: input, signal })) {
        if (type === 'answer') return data;
        if (type === 'error') throw decodeError(data.error);
        onEvent(data);
      }
      throw interrupted();
    }) as RunByName,
    isServed: async () => true,
    async ask(body, { onEvent, signal } = {}) {
      if (onEvent === undefined) return call('POST /api/search', { body, signal });
      for await (const { type, data } of client.events<AnswerEvents>('/api/search', { body, signal })) {
        if (type === 'answer') return data;
        if (type === 'error') throw decodeError(data.error);
        if (type !== 'update') onEvent(data as AgentEvent);
      }
      throw interrupted();
    },
    find: (body, { signal } = {}) => call('POST /api/tools/search', { body, signal }),
    orient: (body) => call('POST /api/orient', { body }),
    verify: async (refs) => (await call('POST /api/verify', { body: { refs } })).results,
    call: async (calls, options = {}) =>
      decodeReport(await call('POST /api/calls', { body: { calls, ...options } })),
    files: {
      tree: async () => (await call('GET /api/tree')).tree,
      list: async () => (await call('GET /api/files')).files,
      read: async (path, mostBytes = Number.POSITIVE_INFINITY) => client.bytes(addressOf(path), mostBytes),
      async watch(tell) {
        const stop = new AbortController();
        const signal = AbortSignal.any([stop.signal, ended.signal]);
        void tellChanges(client, tell, signal);
        return () => stop.abort();
      },
    },
    status: () => call('GET /api/status'),
    async close() {
      ended.abort();
    },
  };
}

/** Checked here: an address drops `..` on its way, and would lead to another file. */
function addressOf(path: string): string {
  return `/api/files/${showPath(parsePath(path)).split('/').map(encodeURIComponent).join('/')}`;
}

/** A service that is restarted is watched again; what changed in between is not told. */
async function tellChanges(
  client: ServiceClient,
  tell: (change: FileChange) => void,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      for await (const { type, data } of client.events<ServiceEvents>('/api/events', { signal }))
        if (type === 'file') tell(data);
    } catch (error) {
      if (!(error instanceof RappelError)) throw error;
    }
    await wait(WATCH_AGAIN_MS, undefined, { signal }).catch(() => {});
  }
}

const WATCH_AGAIN_MS = 1_000;

function interrupted(): RappelError {
  return new RappelError('io', 'the service ended before it had answered', {
    hint: 'Ask again; see what runs with: rappel status',
  });
}
