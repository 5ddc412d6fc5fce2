import { runningService } from '../service/connection/client.js';
import { RappelError } from '../shared/errors.js';
import type { Memory } from './memory.js';
import type { MemoryOptions } from './open-local.js';
import type { RemoteMemory } from './remote-memory.js';

/**
 * The memory of a vault, by one rule: if a service serves this vault, it is used. The rule is applied at every call, since
 * a service may start or end while a long-lived process (an MCP server) uses the memory.
 */
export function openMemory(options: MemoryOptions): Memory {
  let local: Promise<Memory> | undefined;
  const opened = new Set<RemoteMemory>();

  async function current(): Promise<RemoteMemory> {
    const client = runningService(options.root);
    if (client === null) return openLocal();
    const { createRemoteMemory } = await import('./remote-memory.js');
    return remember(createRemoteMemory(client));
  }

  function openLocal(): Promise<Memory> {
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

  return {
    isServed: async () => (await current()).isServed(),
    ask: async (...given) => (await current()).ask(...given),
    find: async (...given) => (await current()).find(...given),
    call: async (...given) => (await current()).call(...given),
    updates: {
      add: async (...given) => (await current()).updates.add(...given),
      list: async (limit) => (await current()).updates.list(limit),
      has: async (id) => (await current()).updates.has(id),
      find: async (id) => (await current()).updates.find(id),
      follow: async (...given) => (await current()).updates.follow(...given),
      retry: async (id) => (await current()).updates.retry(id),
    },
    inbox: {
      list: async () => (await current()).inbox.list(),
      read: async (item) => (await current()).inbox.read(item),
    },
    history: {
      list: async (options) => (await current()).history.list(options),
      show: async (id) => (await current()).history.show(id),
      undo: async (id, choices) => (await current()).history.undo(id, choices),
      restore: async (...given) => (await current()).history.restore(...given),
    },
    files: {
      tree: async () => (await current()).files.tree(),
      list: async () => (await current()).files.list(),
      read: async (...given) => (await current()).files.read(...given),
      watch: async (tell) => (await current()).files.watch(tell),
    },
    // In this process, also while a service runs.
    exchange: {
      preview: async (...given) => (await openLocal()).exchange.preview(...given),
      exportTo: async (...given) => (await openLocal()).exchange.exportTo(...given),
    },
    async status() {
      try {
        return await (await current()).status();
      } catch (error) {
        // A service that does not answer is itself the problem.
        if (!(error instanceof RappelError) || error.code !== 'io') throw error;
        const found = await (await openLocal()).status();
        const service = runningService(options.root)?.lease.url ?? null;
        return { ...found, service, problems: [...found.problems, `${error.message}. ${error.hint ?? ''}`] };
      }
    },
    async close(mostMs) {
      await Promise.all([...opened].map((memory) => memory.close(mostMs)));
      opened.clear();
    },
  };
}
