import type { RunByName } from '../operations/list.js';
import { runOperation } from '../operations/run-operation.js';
import { recordUse } from '../service/assistants/uses.js';
import type { Core, WalledCore } from '../service/core.js';
import { RappelError } from '../shared/errors.js';
import { projectNames } from '../tools/project-names.js';
import { projectOfWall, type Wall } from '../vault/wall.js';
import { forwarding } from './forwarding.js';
import { createLocalMemory } from './local-memory.js';
import type { Memory } from './memory.js';

/**
 * The memory as it is behind a wall: the same code on parts that know nothing else (`createWalledCore`). Each method is named here, so that the
 * compiler asks about a new one. What is inside is looked up again for every call.
 */
export function createWalledMemory(
  core: Core,
  wall: Wall,
  service: () => string | null = () => null,
  isService = false,
): Memory {
  let made: { walled: WalledCore; memory: Memory } | null = null;

  async function current(): Promise<Memory> {
    const walled = await core.walled(wall);
    if (made?.walled !== walled) made = { walled, memory: createLocalMemory(walled, service) };
    return made.memory;
  }

  /** Null for a project that has no files yet: there is only the profile and what is global. */
  async function ownProject(): Promise<string | null> {
    const { vault } = await core.walled(wall);
    const own = projectOfWall(wall);
    return projectNames(vault).some(({ name }) => name === own) ? own : null;
  }

  const { isServed, ask, find, orient, verify, call, status } = forwarding(current);
  return {
    run: ((name, input, context) =>
      runOperation({ core, isService, wall }, name, input, context)) as RunByName,
    isServed,
    ask,
    find,
    orient: async (request) => orient({ ...request, project: request.project ?? (await ownProject()) }),
    verify,
    call,
    files: forwarding(async () => (await current()).files),
    exchange: forwarding(async () => notBehindWall()),
    sync: forwarding(async () => notBehindWall()),
    capture: {
      async status() {
        const { walledCaptureStatus } = await import('../service/capture/capture-status.js');
        const { isInside } = await core.walled(wall);
        return walledCaptureStatus(core.vault, projectOfWall(wall), isInside);
      },
      setMode: async () => notBehindWall(),
      previewRemoval: async () => notBehindWall(),
      remove: async () => notBehindWall(),
    },
    status: async () => ({ ...(await status()), vault: core.vault.root }),
    clientUsed: async (client) => recordUse(core.vault.root, client),
    close: (mostMs) => core.close(mostMs ?? LONGEST_FILING_MS),
  };
}

/** However long a model takes to file an update: the longest time of a timer. */
const LONGEST_FILING_MS = 2 ** 31 - 1;

/** For what concerns the whole vault, or the machine. */
export function notBehindWall(): never {
  throw new RappelError('not_found', 'no such address');
}
