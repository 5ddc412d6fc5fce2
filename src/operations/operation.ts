import type { z } from 'zod';
import type { AgentEvent } from '../agents/answer.js';
import type { NamedTokens } from '../service/connection/named-tokens.js';
import type { Core, WalledCore } from '../service/core.js';
import type { Service } from '../service/create-service.js';
import type { SharedHistory } from '../service/sync/shared-history.js';
import type { UpdateStatus } from '../service/updates/update-status.js';
import type { Exports } from './exports.js';
import type { Imports } from './imports.js';
import type { Role } from './role.js';
import type { ServedSettings } from './served-settings.js';

/** The least role that may run an operation. `operator`: nobody over the network; it concerns the machine, and is done there. */
export type Least = Role | 'operator';

/** A running service with what it keeps for its clients. */
export interface Served extends Service {
  imports: Imports;
  exports: Exports;
  settings: ServedSettings;
  tokens: NamedTokens;
  /** What machines reach that sync with this service. */
  sharedHistory: SharedHistory;
}

/** What happens before an operation answers. */
export type StepEvent = AgentEvent | { type: 'update'; status: UpdateStatus };

/** What a caller has to do with an operation that runs. */
export interface Context {
  /** The address at which this process serves the vault; null where it does not. */
  url?: string | null;
  /** Asked for by the page, in a browser on the machine that serves it. */
  isOwnMachine?: boolean;
  /** A search waits until every file is indexed, however long that takes; a service indexes before it is asked. */
  complete?: boolean;
  onEvent?: ((event: StepEvent) => void) | undefined;
  /** Stops the work. A change that was begun is put back, or finished by the service that makes it. */
  signal?: AbortSignal | undefined;
}

/** One thing that Rappel can do. Every door runs it by its name in the list (`list.ts`), through `runOperation`. */
export interface Operation<Schema extends z.ZodObject = z.ZodObject, Output = unknown, Parts = Core> {
  role: Least;
  /** Where that depends on the input; `about` is what the log of a hub says then: names of files and ids, never content. */
  roleFor?(input: z.output<Schema>): Least;
  about?(input: z.output<Schema>): string;
  /** Checked for every caller. The message of a rule says what it expects. */
  readonly input: Schema;
  /** Checks it without the schema, where making that takes longer than the work. */
  parse?(raw: never): z.output<Schema>;
  run(parts: Parts, input: z.output<Schema>, context: Context): Promise<Output>;
  /** The same behind a wall, where running it on the parts behind that wall is not enough; `parts` are of the whole vault. */
  behindWall?(walled: WalledCore, input: z.output<Schema>, context: Context, parts: Parts): Promise<Output>;
  /** It concerns the whole vault, or the machine: behind a wall there is no such operation. */
  hidden?: true;
  /** Only a running service can do it. */
  needsService?: true;
  /** What goes in or comes out is no JSON: over HTTP it has an address of its own. */
  raw?: true;
  /** It changes this machine: over HTTP only for the page itself, in a browser on it. */
  ownPage?: true;
}

/** Declares an operation: both ends have its types. Behind a wall it runs on parts that know nothing else (`WalledCore`). */
export function operation<Schema extends z.ZodObject, Output>(
  declared: Operation<Schema, Output>,
): Operation<Schema, Output> {
  return declared;
}

/** Declares one that needs more of a service than its core, and so sees the whole vault. Without `behindWall` it is hidden there. */
export function serviceOperation<Schema extends z.ZodObject, Output>(
  declared: Operation<Schema, Output, Served>,
): Operation<Schema, Output, Served> {
  return { ...declared, needsService: true, ...(declared.behindWall === undefined && { hidden: true }) };
}
