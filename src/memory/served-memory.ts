import { createNamedTokens, type NamedTokens } from '../service/connection/named-tokens.js';
import type { ServiceEvents } from '../service/core.js';
import type { Service } from '../service/create-service.js';
import type { EventBus } from '../service/events/events.js';
import { createSharedHistory, type SharedHistory } from '../service/sync/shared-history.js';
import type { Wall } from '../vault/wall.js';
import { type Assistants, createAssistants } from './assistants.js';
import { createCapture, removingByCommand } from './capture.js';
import { createExports, type Exports } from './exports.js';
import { createImports, type Imports } from './imports.js';
import { createLocalMemory, notBehindWall } from './local-memory.js';
import type { Memory } from './memory.js';
import { createServedSettings, type ServedSettings } from './served-settings.js';

/** The memory of the process that serves it: the port, and what its clients can watch. */
export interface ServedMemory extends Memory {
  /** The folder of the vault. */
  readonly root: string;
  readonly events: EventBus<ServiceEvents>;
  /** The same behind a wall. */
  walled(wall: Wall): Promise<ServedMemory>;
  readonly imports: Imports;
  readonly exports: Exports;
  readonly assistants: Assistants;
  readonly settings: ServedSettings;
  readonly tokens: NamedTokens;
  /** What machines reach that sync with this service. */
  readonly sharedHistory: SharedHistory;
}

/** `url`: where it is served; null until that is known. */
export function createServedMemory(service: Service, url: () => string | null = () => null): ServedMemory {
  const { vault, env, events } = service;
  const local = createLocalMemory(service, { service: url });
  const imports = createImports(local.exchange, events);
  const exports = createExports(local.exchange);
  return {
    ...local,
    imports,
    exports,
    assistants: createAssistants(vault.root, env),
    settings: createServedSettings(service),
    tokens: createNamedTokens(vault.root),
    sharedHistory: createSharedHistory(vault.root),
    capture: removingByCommand(createCapture(service, local.run), service),
    async close(mostMs) {
      exports.close();
      await imports.close();
      await local.close(mostMs);
    },
    root: vault.root,
    events,
    walled: (wall) => createWalledServedMemory(service, wall, url),
  };
}

/** The served memory behind a wall. What the page does beyond the port, and what concerns the machine, is not there. */
async function createWalledServedMemory(
  service: Service,
  wall: Wall,
  url: () => string | null,
): Promise<ServedMemory> {
  const { events } = await service.walled(wall);
  return {
    ...createLocalMemory(service, { wall, service: url }),
    close: async () => {},
    root: service.vault.root,
    events,
    walled: notBehindWall,
    imports: nothing(),
    exports: nothing(),
    assistants: nothing(),
    settings: nothing(),
    tokens: nothing(),
    sharedHistory: nothing(),
  };
}

/** A part of which no method is there. */
function nothing<Part extends object>(): Part {
  return new Proxy({} as Part, { get: () => notBehindWall });
}
