import { setTimeout as wait } from 'node:timers/promises';
import type { OperationName, RunByName } from '../operations/list.js';
import type { Context } from '../operations/operation.js';
import type { VaultStatus } from '../operations/status.js';
import { beginToCompare } from '../search/begin-to-compare.js';
import { runningService, type ServiceClient } from '../service/connection/client.js';
import type { ServiceEvents } from '../service/core.js';
import { RappelError, toldOf } from '../shared/errors.js';
import type { OnProgress } from '../shared/progress.js';
import type { CommandMemory } from './memory.js';
import type { MemoryOptions } from './open-local.js';
import type { RemoteMemory } from './remote-memory.js';

/**
 * The memory of a vault, by one rule: if a service serves this vault, it is used. The rule is applied at every call, since
 * a service may start or end while a long-lived process (an MCP server) uses the memory.
 */
export function openMemory(options: MemoryOptions): CommandMemory {
  let local: Promise<CommandMemory> | undefined;
  const opened = new Set<RemoteMemory>();
  let watching: AbortController | undefined;
  // Carried by each request: the service may have a model.
  const own = options.env.RAPPEL_MODEL === 'none' ? ({ model: 'none' } as const) : {};

  async function current(beforeLoading = () => {}): Promise<RemoteMemory> {
    const client = runningService(options.root, options.wall ?? null);
    if (client === null) {
      beforeLoading();
      return openLocal();
    }
    const { createRemoteMemory } = await import('./remote-memory.js');
    if (options.onProgress !== undefined && watching === undefined) {
      watching = new AbortController();
      void watchProgress(client, options.onProgress, watching.signal);
    }
    return remember(createRemoteMemory(client));
  }

  function openLocal(): Promise<CommandMemory> {
    local ??= import('./open-local.js').then(({ openLocalMemory }) => remember(openLocalMemory(options)));
    // A vault that can't be opened now may be there at the next call.
    local.catch(() => {
      local = undefined;
    });
    return local;
  }

  function remember<Opened extends RemoteMemory>(memory: Opened): Opened {
    opened.add(memory);
    return memory;
  }

  /** What this process is told comes from here, where nothing else is said, and is filed and answered as it says. */
  function withOrigin(name: string, input: object): object {
    if (name === 'search') return { ...input, ...own };
    if (name !== 'update' && name !== 'route') return input;
    const { origin = null } = input as { origin?: object | null };
    return { ...input, ...(name === 'update' && own), origin: origin ?? options.origin ?? null };
  }

  async function run(name: OperationName, input: object = {}, context?: Context): Promise<unknown> {
    let end = () => {};
    const memory = await current(() => {
      if (name === 'search' && !options.wall) end = beginToCompare(options.root, options.env);
    });
    return memory.run(name, withOrigin(name, input) as never, context).finally(() => end());
  }

  /** A service that does not answer is itself the problem. */
  async function statusWithout(error: unknown): Promise<VaultStatus> {
    if (!(error instanceof RappelError) || error.code !== 'io') throw error;
    const found = await (await openLocal()).run('status');
    const service = runningService(options.root)?.lease.url ?? null;
    return { ...found, service, problems: [...found.problems, toldOf(error)] };
  }

  return {
    run: ((name, input, context) =>
      name === 'status' ? run(name, input).catch(statusWithout) : run(name, input, context)) as RunByName,
    isServed: async () => (await current()).isServed(),
    exchange: async () => (await openLocal()).exchange(),
    sync: async () => (await openLocal()).sync(),
    capture: async () => (await openLocal()).capture(),
    async clientUsed(client) {
      const { recordUse } = await import('../service/assistants/uses.js');
      recordUse(options.root, client);
    },
    async close(mostMs) {
      watching?.abort();
      await Promise.all([...opened].map((memory) => memory.close(mostMs)));
      opened.clear();
    },
  };
}

/** Tells how far the work of the running service is, until `signal` aborts. Most calls are over before it begins. */
async function watchProgress(
  client: ServiceClient,
  onProgress: OnProgress,
  signal: AbortSignal,
): Promise<void> {
  try {
    await wait(BEGINS_AFTER_MS, undefined, { signal, ref: false });
    for await (const { type, data } of client.events<ServiceEvents>('/api/events', { signal }))
      if (type === 'progress') onProgress(data);
  } catch {
    // The call itself fails if the service is gone; without progress it takes as long as before.
  }
}

const BEGINS_AFTER_MS = 400;
