import { setTimeout as wait } from 'node:timers/promises';
import type { OutputOf, RunByName } from '../operations/list.js';
import type { Context, StepEvent } from '../operations/operation.js';
import type { ServiceClient } from '../service/connection/client.js';
import type { ServiceEvents } from '../service/core.js';
import type { FileChange } from '../service/events/events.js';
import { type errorFacts, errorFromFacts, RappelError } from '../shared/errors.js';
import { parsePath, showPath } from '../vault/paths.js';
import type { Memory } from './memory.js';

/** What is only noted in a file of the vault is no part of it. */
export type RemoteMemory = Omit<Memory, 'clientUsed'>;

/** What happens before an operation has answered, then the answer itself. */
type AnswerEvents = { [Event in StepEvent as Event['type']]: Event } & {
  answer: OutputOf<'search' | 'updates/follow'>;
  error: { error: ReturnType<typeof errorFacts> };
};

/** The memory through the running service of the vault, which is of this version. */
export function createRemoteMemory(client: ServiceClient): RemoteMemory {
  const ended = new AbortController();

  /** What is no JSON has addresses of its own. */
  const raw: Record<string, (input: never) => Promise<unknown>> = {
    'files/bytes': ({ path, most_bytes = Number.POSITIVE_INFINITY }: { path: string; most_bytes?: number }) =>
      client.bytes(addressOf(path), most_bytes),
    async 'files/watch'({ tell }: { tell: (change: FileChange) => void }) {
      const stop = new AbortController();
      void tellChanges(client, tell, AbortSignal.any([stop.signal, ended.signal]));
      return () => stop.abort();
    },
  };

  async function run(name: string, input: object = {}, { onEvent, signal: given }: Context = {}) {
    if (Object.hasOwn(raw, name)) return raw[name]!(input as never);
    const path = `/api/${name}`;
    // The service finishes a change of files that it has begun: its answer is waited for.
    const signal = name.startsWith('history/') ? undefined : given;
    if (onEvent === undefined) return client.request('POST', path, input, signal);
    for await (const { type, data } of client.events<AnswerEvents>(path, { body: input, signal })) {
      if (type === 'answer') return data;
      if (type === 'error') throw errorFromFacts(data.error);
      onEvent(data);
    }
    throw new RappelError('io', 'service.ended');
  }

  return {
    run: run as RunByName,
    isServed: async () => true,
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
