import type { z } from 'zod';
import type { Core, WalledCore } from '../service/core.js';
import type { Role } from './role.js';

/** The least role that may run an operation. `operator`: nobody over the network; it concerns the machine, and is done there. */
export type Least = Role | 'operator';

/** What a caller has to do with an operation that runs. */
export interface Context {
  /** Stops the work. A change that was begun is put back, or finished by the service that makes it. */
  signal?: AbortSignal | undefined;
}

/** One thing that Rappel can do. Every door runs it by its name in the list (`list.ts`), through `runOperation`. */
export interface Operation<Schema extends z.ZodObject = z.ZodObject, Output = unknown> {
  role: Least;
  /** Checked for every caller. The message of a rule says what it expects. */
  readonly input: Schema;
  run(core: Core, input: z.output<Schema>, context: Context): Promise<Output>;
  /** The same behind a wall, where running it on the parts behind that wall is not enough; `core` is of the whole vault. */
  behindWall?(walled: WalledCore, input: z.output<Schema>, context: Context, core: Core): Promise<Output>;
  /** It concerns the whole vault, or the machine: behind a wall there is no such operation. */
  hidden?: true;
}

/** Declares an operation: both ends have its types. Behind a wall it runs on parts that know nothing else (`WalledCore`). */
export function operation<Schema extends z.ZodObject, Output>(
  declared: Operation<Schema, Output>,
): Operation<Schema, Output> {
  return declared;
}
