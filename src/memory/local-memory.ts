import type { RunByName } from '../operations/list.js';
import { runOperation } from '../operations/run-operation.js';
import { recordUse } from '../service/assistants/uses.js';
import type { Core } from '../service/core.js';
import type { Wall } from '../vault/wall.js';
import type { CommandMemory } from './memory.js';

interface Place {
  /** What its caller may see; null for the whole vault. */
  wall?: Wall | null;
  /** The core is that of a service, and this is where the service is reached. */
  service?: (() => string | null) | null;
}

/** The memory in this process. */
export function createLocalMemory(core: Core, { wall = null, service = null }: Place = {}): CommandMemory {
  const { vault, env, onProgress } = core;
  const url = service ?? (() => null);
  const run = ((name, input, context) =>
    runOperation({ core, isService: service !== null, wall, url }, name, input, context)) as RunByName;
  return {
    run,
    isServed: async () => url() !== null,
    exchange: async () => (await import('../exchange/exchange.js')).createExchange(vault, env, onProgress),
    capture: async () => (await import('../operations/capture.js')).createCapture(core),
    sync: core.sync,
    clientUsed: async (client) => recordUse(vault.root, client),
    close: (mostMs = LONGEST_FILING_MS) => core.close(mostMs),
  };
}

/** However long a model takes to file an update: the longest time of a timer. */
const LONGEST_FILING_MS = 2 ** 31 - 1;
