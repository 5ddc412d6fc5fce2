import type { z } from 'zod';
import type { activitiesOperations } from './activities.js';
import type { answersOperations } from './answers.js';
import type { callsOperations } from './calls.js';
import type { exchangeOperations } from './exchange.js';
import type { filesOperations } from './files.js';
import type { findingsOperations } from './findings.js';
import type { historyOperations } from './history.js';
import type { inboxOperations } from './inbox.js';
import type { machineOperations } from './machine.js';
import type { Context, Operation } from './operation.js';
import type { orientOperations } from './orient.js';
import type { searchOperations } from './search.js';
import type { statusOperations } from './status.js';
import type { captureOperations, syncOperations } from './sync.js';
import type { updatesOperations } from './updates.js';

/**
 * Everything that Rappel can do, by its name: `history/undo`. A group is a file, loaded when one of its operations runs. Over HTTP an operation is
 * `POST /api/NAME`; on the command line `rappel call NAME`.
 */
export type Operations = typeof searchOperations &
  typeof orientOperations &
  typeof updatesOperations &
  typeof inboxOperations &
  typeof historyOperations &
  typeof findingsOperations &
  typeof answersOperations &
  typeof activitiesOperations &
  typeof filesOperations &
  typeof callsOperations &
  typeof statusOperations &
  typeof exchangeOperations &
  typeof machineOperations &
  typeof syncOperations &
  typeof captureOperations;

const updates = async () => (await import('./updates.js')).updatesOperations;
const activities = async () => (await import('./activities.js')).activitiesOperations;

const search = async () => (await import('./search.js')).searchOperations;
const orient = async () => (await import('./orient.js')).orientOperations;
const calls = async () => (await import('./calls.js')).callsOperations;
const files = async () => (await import('./files.js')).filesOperations;
const status = async () => (await import('./status.js')).statusOperations;

const exchange = async () => (await import('./exchange.js')).exchangeOperations;
const machine = async () => (await import('./machine.js')).machineOperations;

/** By their names, or what these begin with. */
const GROUPS: Record<string, () => Promise<Readonly<Record<string, AnyOperation>>>> = {
  search,
  'tools/search': search,
  orient,
  home: orient,
  verify: orient,
  update: updates,
  route: updates,
  updates,
  inbox: async () => (await import('./inbox.js')).inboxOperations,
  history: async () => (await import('./history.js')).historyOperations,
  findings: async () => (await import('./findings.js')).findingsOperations,
  answers: async () => (await import('./answers.js')).answersOperations,
  activities,
  questions: activities,
  tree: files,
  files,
  links: files,
  example: files,
  calls,
  tools: calls,
  status,
  health: status,
  imports: exchange,
  exports: exchange,
  settings: machine,
  tokens: machine,
  clients: machine,
  sync: async () => (await import('./sync.js')).syncOperations,
  capture: async () => (await import('./sync.js')).captureOperations,
};

// biome-ignore lint/suspicious/noExplicitAny: which parts an operation needs is looked at when it runs
export type AnyOperation = Operation<z.ZodObject, unknown, any>;

export type OperationName = keyof Operations;

/** What an operation is given, with what may be left out. */
export type InputOf<Name extends OperationName> =
  Operations[Name] extends Operation<infer Schema, unknown, never> ? z.input<Schema> : never;

export type OutputOf<Name extends OperationName> = Awaited<ReturnType<Operations[Name]['run']>>;

/** Runs an operation, in this process or through the service: the one call that every client makes. Throws `RappelError`. */
export type RunByName = <Name extends OperationName>(
  name: Name,
  ...given: Record<string, never> extends InputOf<Name>
    ? [input?: InputOf<Name>, context?: Context]
    : [input: InputOf<Name>, context?: Context]
) => Promise<OutputOf<Name>>;

/** Null where there is none of that name. */
export async function operationNamed(name: string): Promise<AnyOperation | null> {
  const [first = ''] = name.split('/');
  const group = [name, first].find((one) => Object.hasOwn(GROUPS, one));
  if (group === undefined) return null;
  const operations = await GROUPS[group]!();
  return Object.hasOwn(operations, name) ? operations[name]! : null;
}

export async function allOperations(): Promise<[name: string, operation: AnyOperation][]> {
  const groups = await Promise.all([...new Set(Object.values(GROUPS))].map((load) => load()));
  return groups.flatMap((group) => Object.entries(group));
}
