import type { Answerer } from '../agents/answer.js';
import type { UpdateInput } from '../agents/update.js';
import type { SearchAnswer, SearchRequest } from '../search/engine.js';
import type { UpdateStatus } from '../service/queue.js';
import type { ToolContext } from '../tools/define-tool.js';
import type { Session } from '../tools/session.js';
import type { Vault } from '../vault/vault.js';

/** What the MCP door asks of Rappel: a service in this process stands behind it, or a vault and whoever serves it. */
export interface MemoryApp {
  readonly vault: Vault;
  find(request: SearchRequest): Promise<SearchAnswer>;
  answer: Answerer;
  /** Stores the input durably; it is filed in its turn. */
  update(input: UpdateInput, id?: string): Promise<{ id: string }>;
  /** Throws `not_found`. */
  updateStatus(id: string): UpdateStatus;
  /** Tells of every step until the update is finished or `signal` aborts; answers with what is known then. */
  follow(id: string, tell: (status: UpdateStatus) => void, signal: AbortSignal): Promise<UpdateStatus>;
  /** Runs something that writes; what it changed is recorded in the history under the reason that `why` makes of its result. */
  change<Result>(
    session: Session,
    work: (context: ToolContext) => Promise<Result>,
    why: (result: Result) => string,
  ): Promise<Result>;
  /** Tells of files that changed, appeared or went, until the returned function is called. */
  watch(tell: (change: FileChange) => void): Promise<() => void>;
}

export interface FileChange {
  /** `vault/…` */
  path: string;
  exists: boolean;
}

export function isFinished({ state }: UpdateStatus): boolean {
  return state !== 'accepted' && state !== 'running';
}
