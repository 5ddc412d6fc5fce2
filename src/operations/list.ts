import type { z } from 'zod';
import type { historyOperations } from './history.js';
import type { Context, Operation } from './operation.js';

/**
 * Everything that Rappel can do, by its name: `history/undo`. A group is a file, loaded when one of its operations runs. Over HTTP an operation is
 * `POST /api/NAME`; on the command line `rappel call NAME`.
 */
export type Operations = typeof historyOperations;

const GROUPS: Record<string, () => Promise<Readonly<Record<string, Operation>>>> = {
  history: async () => (await import('./history.js')).historyOperations,
};

export type OperationName = keyof Operations;

/** What an operation is given, with what may be left out. */
export type InputOf<Name extends OperationName> =
  Operations[Name] extends Operation<infer Schema, unknown> ? z.input<Schema> : never;

export type OutputOf<Name extends OperationName> = Awaited<ReturnType<Operations[Name]['run']>>;

/** Runs an operation, in this process or through the service: the one call that every client makes. Throws `RappelError`. */
export type RunByName = <Name extends OperationName>(
  name: Name,
  ...given: object extends InputOf<Name>
    ? [input?: InputOf<Name>, context?: Context]
    : [input: InputOf<Name>, context?: Context]
) => Promise<OutputOf<Name>>;

/** Null where there is none of that name. */
export async function operationNamed(name: string): Promise<Operation | null> {
  const [group = ''] = name.split('/');
  if (!Object.hasOwn(GROUPS, group)) return null;
  const operations = await GROUPS[group]!();
  return Object.hasOwn(operations, name) ? operations[name]! : null;
}

export async function allOperations(): Promise<[name: string, operation: Operation][]> {
  const groups = await Promise.all(Object.values(GROUPS).map((load) => load()));
  return groups.flatMap((group) => Object.entries(group));
}
