import { createExchange } from '../exchange/exchange.js';
import { createExports } from '../operations/exports.js';
import { createImports } from '../operations/imports.js';
import type { RunByName } from '../operations/list.js';
import type { Context, Least, Served } from '../operations/operation.js';
import type { Role } from '../operations/role.js';
import type { Limit } from '../operations/run-operation.js';
import { createServedSettings } from '../operations/served-settings.js';
import { createNamedTokens, type NamedTokens } from '../service/connection/named-tokens.js';
import type { ServiceEvents } from '../service/core.js';
import type { Service } from '../service/create-service.js';
import type { EventBus } from '../service/events/events.js';
import { createSharedHistory } from '../service/sync/shared-history.js';
import { RappelError } from '../shared/errors.js';
import type { Wall } from '../vault/wall.js';
import { createLocalMemory } from './local-memory.js';
import type { Memory } from './memory.js';

/** The memory of the process that serves it, and what its clients can watch. */
export interface ServedMemory extends Memory {
  /** The folder of the vault. */
  readonly root: string;
  readonly events: EventBus<ServiceEvents>;
  /** What doors ask about a request. */
  readonly tokens: NamedTokens;
  /** The same behind a wall. */
  walled(wall: Wall): Promise<ServedMemory>;
}

/** `url`: where it is served; null until that is known. */
export function createServedMemory(service: Service, url: () => string | null = () => null): ServedMemory {
  const { vault, env, events, onProgress } = service;
  const exchange = createExchange(vault, env, onProgress);
  const served: Served = {
    ...service,
    imports: createImports(exchange, events),
    exports: createExports(exchange),
    settings: createServedSettings(service),
    tokens: createNamedTokens(vault.root),
    sharedHistory: createSharedHistory(vault.root),
  };
  const { run, isServed, clientUsed, close } = createLocalMemory(served, { service: url });
  const memory: ServedMemory = {
    run,
    isServed,
    clientUsed,
    root: vault.root,
    tokens: served.tokens,
    events,
    async walled(wall) {
      const walled = await service.walled(wall);
      return {
        ...memory,
        run: createLocalMemory(served, { wall, service: url }).run,
        events: walled.events,
        walled: () => Promise.reject(new RappelError('not_found', 'http.no_address')),
        close: async () => {},
      };
    },
    async close(mostMs) {
      served.exports.close();
      await served.imports.close();
      await close(mostMs);
    },
  };
  return memory;
}

/** The memory as far as a role may use it. What changes something, and what is refused, is told to the log of the person who asks. */
export function limitMemory(
  memory: ServedMemory,
  role: Role,
  refusal: Limit['refusal'] = notAllowed,
): ServedMemory {
  const run = (name: string, input: unknown, { limits = [], ...context }: Limited = {}) =>
    (memory.run as (name: string, input: unknown, context: Limited) => Promise<unknown>)(name, input, {
      ...context,
      limits: [{ role, refusal }, ...limits],
    });
  return {
    ...memory,
    run: run as RunByName,
    walled: async (wall) => limitMemory(await memory.walled(wall), role, refusal),
    close: async () => {},
  };
}

type Limited = Context & { limits?: readonly Limit[] };

function notAllowed(role: Role, least: Least): RappelError {
  if (least === 'operator') return new RappelError('protected', 'person.hub_only');
  return new RappelError('protected', 'person.role', { role, least });
}

/** The memory for a token that changes nothing. */
export function readOnlyMemory(memory: ServedMemory): ServedMemory {
  return limitMemory(memory, 'reader', () => new RappelError('protected', 'token.read_only'));
}
