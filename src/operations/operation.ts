import type { z } from 'zod';
import type { AgentEvent } from '../agents/answer.js';
import type { Core, WalledCore } from '../service/core.js';
import type { Service } from '../service/create-service.js';
import type { UpdateStatus } from '../service/updates/update-status.js';
import type { Role } from './role.js';

/** The least role that may run an operation. `operator`: nobody over the network; it concerns the machine, and is done there. */
export type Least = Role | 'operator';

/** What happens before an operation answers. */
export type StepEvent = AgentEvent | { type: 'update'; status: UpdateStatus };

/** What a caller has to do with an operation that runs. */
export interface Context {
  onEvent?: ((event: StepEvent) => void) | undefined;
  /** Stops the work. A change that was begun is put back, or finished by the service that makes it. */
  signal?: AbortSignal | undefined;
}

/** One thing that Rappel can do. Every door runs it by its name in the list (`list.ts`), through `runOperation`. */
export interface Operation<Schema extends z.ZodObject = z.ZodObject, Output = unknown, Parts = Core> {
  role: Least;
  /** Checked for every caller. The message of a rule says what it expects. */
  readonly input: Schema;
  run(parts: Parts, input: z.output<Schema>, context: Context): Promise<Output>;
  /** The same behind a wall, where running it on the parts behind that wall is not enough; `parts` are of the whole vault. */
  behindWall?(walled: WalledCore, input: z.output<Schema>, context: Context, parts: Parts): Promise<Output>;
  /** It concerns the whole vault, or the machine: behind a wall there is no such operation. */
  hidden?: true;
  /** Only a running service can do it. */
  needsService?: true;
}

/** Declares an operation: both ends have its types. Behind a wall it runs on parts that know nothing else (`WalledCore`). */
export function operation<Schema extends z.ZodObject, Output>(
  declared: Operation<Schema, Output>,
): Operation<Schema, Output> {
  return declared;
}

/** Declares one that needs more of a service than its core, and so sees the whole vault. Without `behindWall` it is hidden there. */
export function serviceOperation<Schema extends z.ZodObject, Output>(
  declared: Operation<Schema, Output, Service>,
): Operation<Schema, Output, Service> {
  return { ...declared, needsService: true, ...(declared.behindWall === undefined && { hidden: true }) };
}
