import type { Core } from '../service/core.js';
import { currentAsker } from '../shared/asker.js';
import { RappelError } from '../shared/errors.js';
import { parseInput } from '../tools/parse-input.js';
import type { Wall } from '../vault/wall.js';
import { operationNamed } from './list.js';
import type { Context, Least } from './operation.js';
import { ROLES, type Role } from './role.js';

/** What a caller reaches. */
export interface Reach {
  core: Core;
  /** Whether the core is that of a running service. */
  isService: boolean;
  /** What the caller may see; null for the whole vault. */
  wall: Wall | null;
  /** Where this process serves the vault; null where it does not, or is not known yet. */
  url(): string | null;
}

/** What a caller may do, and the error where that is not enough. */
export interface Limit {
  role: Role;
  refusal(role: Role, least: Least): RappelError;
}

/** Where an operation meets the vault, for every door: checks what was given, who asks and what they may see, then runs it. */
export async function runOperation(
  { core, isService, wall, url }: Reach,
  name: string,
  raw: unknown,
  { limits = [], ...given }: Context & { limits?: readonly Limit[] } = {},
): Promise<unknown> {
  const operation = await operationNamed(name);
  if (operation === null || (wall !== null && operation.hidden))
    throw new RappelError('not_found', 'http.no_address');
  const demand = (least: Least, about: string) => {
    for (const limit of limits) requireRole(limit, name, least, about);
  };
  if (operation.roleFor === undefined) demand(operation.role, namesIn(Object(raw)));
  const input =
    operation.parse === undefined
      ? parseInput(name, operation.input, raw)
      : operation.parse((raw ?? {}) as never);
  if (operation.roleFor !== undefined) demand(operation.roleFor(input), operation.about?.(input) ?? '');
  const context = { ...given, url: url() };
  if (operation.needsService && !isService)
    throw new RappelError('not_found', 'service.needed', { operation: name });
  if (wall === null) return operation.run(core, input, context);
  // What is inside is looked up again for every call.
  const walled = await core.walled(wall);
  if (operation.behindWall === undefined) return operation.run(walled, input, context);
  return operation.behindWall(walled, input, context, core);
}

/** What changes something, and what is refused, is told to the log of the person who asks. */
function requireRole({ role, refusal }: Limit, name: string, least: Least, about: string): void {
  const isAllowed = least !== 'operator' && ROLES.indexOf(role) >= ROLES.indexOf(least);
  if (least !== 'reader' || !isAllowed) currentAsker()?.tell(name, about || null, isAllowed);
  if (!isAllowed) throw refusal(role, least);
}

/** Names of files and ids, never content. */
function namesIn(input: object): string {
  const named = Object.entries(input).filter(
    ([name, value]) => NAMING.has(name) && typeof value === 'string',
  );
  return named.map(([, value]) => value.replaceAll(/\s+/g, ' ')).join(', ');
}

const NAMING = new Set([
  'id',
  'path',
  'from',
  'to',
  'item',
  'inbox_ref',
  'note',
  'project',
  'session',
  'name',
]);
