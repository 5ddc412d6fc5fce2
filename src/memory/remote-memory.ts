import { setTimeout as wait } from 'node:timers/promises';
import type { AgentEvent, Answer } from '../agents/answer.js';
import type { SearchAnswer } from '../search/engine.js';
import type { ServiceClient } from '../service/connection/client.js';
import type { FileChange } from '../service/events/events.js';
import type { HistoryEntry } from '../service/history/history.js';
import type { InboxItem, LoadedInboxItem } from '../service/updates/inbox.js';
import type { UpdateStatus } from '../service/updates/update-status.js';
import { RappelError } from '../shared/errors.js';
import { parsePath, showPath } from '../vault/paths.js';
import type { TreeNode } from '../vault/tree.js';
import { isFinished, type ListedFile, type Memory, type MemoryStatus } from './memory.js';
import { encodeUpdate } from './update-request.js';
import { decodeError, decodeReport, type WireError, type WireReport } from './wire.js';

/** Import and export are no part of it: see `Exchange`. */
export type RemoteMemory = Omit<Memory, 'exchange'>;

/** The memory through the running service of the vault. The types of its answers are those of the HTTP door. */
export function createRemoteMemory(client: ServiceClient): RemoteMemory {
  const ended = new AbortController();
  const get = async <Result>(path: string) => (await client.request('GET', path)) as Result;
  const post = async <Result>(path: string, body: unknown, signal?: AbortSignal) =>
    (await client.request('POST', path, body, signal)) as Result;

  return {
    isServed: async () => true,
    async ask(question, { onEvent, signal } = {}) {
      if (onEvent === undefined) return post<Answer>('/api/search', question, signal);
      for await (const { type, data } of client.events('/api/search', {
        body: question,
        ...(signal && { signal }),
      })) {
        if (type === 'answer') return data as Answer;
        if (type === 'error') throw decodeError((data as { error: WireError }).error);
        onEvent(data as AgentEvent);
      }
      throw interrupted();
    },
    find: (request, { signal } = {}) => post<SearchAnswer>('/api/tools/search', request, signal),
    call: async (calls, options = {}) =>
      decodeReport(await post<WireReport>('/api/calls', { calls, ...options })),
    updates: {
      add: (input, id) => post('/api/update', encodeUpdate(input, id)),
      list: async (limit) => (await get<{ updates: UpdateStatus[] }>(`/api/updates?limit=${limit}`)).updates,
      has: async (id) => {
        try {
          await get(`/api/updates/${encodeURIComponent(id)}`);
          return true;
        } catch (error) {
          if (error instanceof RappelError && error.code === 'not_found') return false;
          throw error;
        }
      },
      find: (id) => get(`/api/updates/${encodeURIComponent(id)}`),
      async follow(id, tell, signal) {
        const path = `/api/updates/${encodeURIComponent(id)}`;
        for await (const { type, data } of client.events(`${path}/events`, { ...(signal && { signal }) })) {
          if (type !== 'update') continue;
          tell(data as UpdateStatus);
          if (isFinished(data as UpdateStatus)) return data as UpdateStatus;
        }
        return get(path);
      },
      retry: (id) => post(`/api/updates/${encodeURIComponent(id)}/retry`, {}),
    },
    inbox: {
      list: async () => (await get<{ items: InboxItem[] }>('/api/inbox')).items,
      read: (item) => get<LoadedInboxItem>(`/api/inbox/${encodeURIComponent(item)}`),
    },
    history: {
      async list({ path, limit }) {
        const of = path === undefined ? '' : `&path=${encodeURIComponent(path)}`;
        return (await get<{ entries: HistoryEntry[] }>(`/api/history?limit=${limit}${of}`)).entries;
      },
      show: (id) => get(`/api/history/${encodeURIComponent(id)}`),
      undo: (id) => post(`/api/history/${encodeURIComponent(id)}/undo`, {}),
      restore: async (path, at) =>
        (await post<{ entry: HistoryEntry | null }>('/api/history/restore', { path, at })).entry,
    },
    files: {
      tree: async () => (await get<{ tree: TreeNode }>('/api/tree')).tree,
      list: async () => (await get<{ files: ListedFile[] }>('/api/files')).files,
      read: async (path, mostBytes = Number.POSITIVE_INFINITY) => client.bytes(addressOf(path), mostBytes),
      async watch(tell) {
        const stop = new AbortController();
        const signal = AbortSignal.any([stop.signal, ended.signal]);
        void tellChanges(client, tell, signal);
        return () => stop.abort();
      },
    },
    status: () => get<MemoryStatus>('/api/status'),
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
      for await (const { type, data } of client.events('/api/events', { signal }))
        if (type === 'file') tell(data as FileChange);
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
