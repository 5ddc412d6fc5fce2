import type { OperationName, RunByName } from '../operations/list.js';
import type { Context, Least } from '../operations/operation.js';
import { ROLES, type Role } from '../operations/role.js';
import type { Limit } from '../operations/run-operation.js';
import { currentAsker } from '../shared/asker.js';
import { RappelError } from '../shared/errors.js';
import type { ServedMemory } from './served-memory.js';

type Method = (...given: never[]) => unknown;

/** A rule for every method: the compiler asks about a new one. */
type Rules<Part> = {
  [Name in keyof Part]: Part[Name] extends Method
    ? Least
    : Part[Name] extends object
      ? Rules<Part[Name]> | Least | 'as is'
      : 'as is';
};

const RULES: Omit<Rules<ServedMemory>, 'walled' | 'close' | 'run'> = {
  root: 'as is',
  events: 'as is',
  isServed: 'reader',
  clientUsed: 'reader',
  imports: {
    begin: 'editor',
    receive: 'editor',
    preview: 'editor',
    start: 'editor',
    find: 'editor',
    cancel: 'editor',
    close: 'operator',
  },
  exports: { prepare: 'owner', open: 'owner', close: 'operator' },
  sync: {
    status: 'reader',
    prepare: 'operator',
    preview: 'operator',
    setUp: 'operator',
    off: 'operator',
    now: 'owner',
    mergeCopies: 'owner',
  },
  // The whole history, as other machines of the owner keep it.
  sharedHistory: 'owner',
  capture: { status: 'reader', setMode: 'owner', previewRemoval: 'owner', remove: 'owner' },
  // Paths of the machine.
  exchange: 'operator',
  assistants: 'operator',
  settings: {
    read: 'owner',
    localModels: 'operator',
    testModel: 'operator',
    saveModel: 'operator',
    saveLanguage: 'operator',
    saveSearchEndpoint: 'operator',
    trimHistory: 'operator',
  },
  tokens: {
    // What doors ask about a request.
    identify: 'reader',
    wallOf: 'reader',
    isReadOnly: 'reader',
    has: 'reader',
    used: 'reader',
    list: 'owner',
    create: 'operator',
    revoke: 'operator',
  },
};

/**
 * The memory as far as a role may use it: the one place that decides, for every door. What changes something, and what is refused,
 * is told to the log of the person who asks.
 */
export function limitMemory(
  memory: ServedMemory,
  role: Role,
  refusal: (role: Role, least: Least) => RappelError = notAllowed,
): ServedMemory {
  const limited = limitPart(memory, RULES as AnyRules, { role, refusal }, '');
  return {
    ...(limited as unknown as ServedMemory),
    run: ((name: OperationName, input: never, { limits = [], ...context }: Limited = {}) =>
      memory.run(name, input, {
        ...context,
        limits: [{ role, refusal }, ...limits],
      } as Limited)) as RunByName,
    // Asked each time: what they tell changes.
    get events() {
      return memory.events;
    },
    walled: async (wall) => limitMemory(await memory.walled(wall), role, refusal),
    close: async () => {},
  };
}

type AnyRule = Least | 'as is' | AnyRules;
interface AnyRules {
  [name: string]: AnyRule;
}
type AnyPart = Record<string, unknown>;

type Limited = Context & { limits?: readonly Limit[] };

function limitPart(part: object, rules: AnyRules, limit: Limit, place: string): AnyPart {
  const limited: AnyPart = {};
  for (const [name, rule] of Object.entries(rules)) {
    const found = (part as AnyPart)[name];
    const action = `${place}${name}`;
    if (rule === 'as is') limited[name] = found;
    else if (typeof found === 'function') limited[name] = limitMethod(found, rule, limit, action, part);
    else if (typeof rule === 'object') limited[name] = limitPart(found as object, rule, limit, `${action}.`);
    else limited[name] = limitAll(found as object, rule as Least, limit, action);
  }
  return limited;
}

/** A part whose methods all have one rule. */
function limitAll(part: object, rule: Least, limit: Limit, place: string): object {
  return new Proxy(part, {
    get(_, name) {
      const found = (part as Record<PropertyKey, unknown>)[name];
      if (typeof found !== 'function') return found;
      return limitMethod(found, rule, limit, `${place}.${String(name)}`, part);
    },
  });
}

function limitMethod(found: unknown, rule: AnyRule, limit: Limit, action: string, part: object) {
  const { role, refusal } = limit;
  const method = (found as (...given: unknown[]) => unknown).bind(part);
  return (...given: unknown[]) => {
    const least = rule as Least;
    const isAllowed = least !== 'operator' && ROLES.indexOf(role) >= ROLES.indexOf(least);
    if (least !== 'reader' || !isAllowed) currentAsker()?.tell(action, detailOf(given), isAllowed);
    if (!isAllowed) throw refusal(role, least);
    return method(...given);
  };
}

function notAllowed(role: Role, least: Least): RappelError {
  if (least === 'operator')
    return new RappelError('protected', 'this can be changed only on the machine of the hub');
  return new RappelError('protected', `a person with the role ${role} may not do this`, {
    hint: `Ask for the role ${least}: an owner of the vault can give it.`,
  });
}

/** The memory for a token that changes nothing. */
export function readOnlyMemory(memory: ServedMemory): ServedMemory {
  return limitMemory(memory, 'reader', () => {
    const hint = 'Use a token that was made for writing too.';
    return new RappelError('protected', 'this token is for reading only', { hint });
  });
}

/** Names of files and ids, never content. */
function detailOf(given: readonly unknown[]): string | null {
  const texts = given.filter((one) => typeof one === 'string');
  return texts.join(', ').replaceAll(/\s+/g, ' ') || null;
}
