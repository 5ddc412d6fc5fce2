import type { RunByName } from '../operations/list.js';
import { runOperation } from '../operations/run-operation.js';
import { recordUse } from '../service/assistants/uses.js';
import type { Core } from '../service/core.js';
import { RappelError } from '../shared/errors.js';
import { projectOfWall, type Wall } from '../vault/wall.js';
import { forwarding } from './forwarding.js';
import type { Memory } from './memory.js';

interface Place {
  /** What its caller may see; null for the whole vault. */
  wall?: Wall | null;
  /** The core is that of a service, and this is where the service is reached. */
  service?: (() => string | null) | null;
}

/** The memory in this process. */
export function createLocalMemory(core: Core, { wall = null, service = null }: Place = {}): Memory {
  const { vault, env } = core;
  const url = service ?? (() => null);
  const run = ((name, input, context) =>
    runOperation({ core, isService: service !== null, wall, url }, name, input, context)) as RunByName;
  return {
    run,
    isServed: async () => url() !== null,
    exchange: forwarding(async () => {
      if (wall !== null) return notBehindWall();
      return (await import('../exchange/exchange.js')).createExchange(vault, env, core.onProgress);
    }),
    capture:
      wall === null
        ? forwarding(async () => (await import('./capture.js')).createCapture(core, run))
        : walledCapture(core, wall),
    sync: forwarding(async () => {
      if (wall !== null) return notBehindWall();
      return (await import('./sync.js')).createSync(core.sync);
    }),
    clientUsed: async (client) => recordUse(vault.root, client),
    close: (mostMs = LONGEST_FILING_MS) => core.close(mostMs),
  };
}

function walledCapture(core: Core, wall: Wall): Memory['capture'] {
  return {
    async status() {
      const { walledCaptureStatus } = await import('../service/capture/capture-status.js');
      const { isInside } = await core.walled(wall);
      return walledCaptureStatus(core.vault, projectOfWall(wall), isInside);
    },
    setMode: async () => notBehindWall(),
    previewRemoval: async () => notBehindWall(),
    remove: async () => notBehindWall(),
  };
}

/** For what concerns the whole vault, or the machine. */
export function notBehindWall(): never {
  throw new RappelError('not_found', 'no such address');
}

/** However long a model takes to file an update: the longest time of a timer. */
const LONGEST_FILING_MS = 2 ** 31 - 1;
