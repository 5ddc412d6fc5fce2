import type { z } from 'zod';
import type { Question, RunOptions } from '../agents/answer.js';
import type { Brief } from '../agents/librarian/orientation/brief-text.js';
import type { Exchange } from '../exchange/exchange.js';
import type { RunByName } from '../operations/list.js';
import type { CallOptions, CallReport, ToolCall } from '../operations/run-calls.js';
import type { SearchAnswer } from '../search/engine.js';
import type { Verification } from '../service/citations/verify.js';
import type { FileChange } from '../service/events/events.js';
import type { GivenAnswer } from '../service/receipts/receipt.js';
import type { KnownSync } from '../service/sync/sync-status.js';
import type { Retry } from '../service/updates/retry.js';
import type { searchWithOptions } from '../tools/search.js';
import type { TreeNode } from '../vault/tree.js';
import type { Capture } from './capture.js';
import type { orientRequest } from './orient-request.js';
import type { Sync } from './sync.js';

/**
 * Everything one can ask of a vault: the port that every door talks to. It has two implementations, in this process and
 * through the service that serves the vault; `openMemory` chooses. Every method throws `RappelError`.
 */
export interface Memory {
  /** Runs an operation by its name. */
  readonly run: RunByName;
  /** True if a service does the work, which goes on without this process. */
  isServed(): Promise<boolean>;
  /** The whole answer: an overview and the passages. Never waits for updates. */
  ask(question: Question, options?: RunOptions): Promise<GivenAnswer>;
  find(request: FindRequest, options?: FindOptions): Promise<SearchAnswer>;
  /**
   * What an assistant should know when it starts to work, within `max_tokens`: the same bytes while the files are the same.
   * Throws `not_found` for a project that is not there.
   */
  orient(request: OrientRequest): Promise<Brief>;
  /** What became of the lines that references of answers name, in their files as they are now, in their order. Throws `invalid_input` for any other text. */
  verify(refs: readonly string[]): Promise<Verification[]>;
  /**
   * Runs tools in one session, in order; a call that fails does not stop the rest. Everything they change is one entry
   * of the history.
   */
  call(calls: readonly ToolCall[], options?: CallOptions): Promise<CallReport>;
  readonly files: Files;
  readonly exchange: Exchange;
  readonly sync: Sync;
  readonly capture: Capture;
  status(): Promise<MemoryStatus>;
  /** Notes that an assistant, by the name it gives itself, uses this memory now. Never throws. */
  clientUsed(client: string): Promise<void>;
  /** Releases everything, after waiting for an update that is being filed, at most `mostMs` if given. */
  close(mostMs?: number): Promise<void>;
}

export type OrientRequest = z.input<typeof orientRequest>;

type FindRequest = z.input<typeof searchWithOptions.input>;

interface FindOptions {
  signal?: AbortSignal;
  /** Waits until every file is indexed, however long that takes; a service indexes before it is asked. */
  complete?: boolean;
}

export interface ListedFile {
  /** `vault/…` */
  path: string;
  size: number;
  /** ISO time of its last change. */
  modified: string;
}

interface Files {
  /** Every visible file and folder, measured. */
  tree(): Promise<TreeNode>;
  /** Every visible file, in the order of the tree. */
  list(): Promise<ListedFile[]>;
  /** The bytes of a file; throws `not_found`, or `invalid_input` if it is larger than `mostBytes`. */
  read(path: string, mostBytes?: number): Promise<Buffer>;
  /** Calls `tell` for files that changed, appeared or disappeared, until the returned function is called. */
  watch(tell: (change: FileChange) => void): Promise<() => void>;
}

export interface MemoryStatus {
  /** The folder of the vault. */
  vault: string;
  /** The address of the service; null if none runs. */
  service: string | null;
  /** The model in use; null for the clerk. */
  model: string | null;
  waiting: number;
  /** Those among them that wait for their model. */
  retrying: (Retry & { id: string; title: string })[];
  failed: { id: string; reason: string | null }[];
  inbox: number;
  /** How the sync with other machines stands, without asking the remote; null where there is none. */
  sync: KnownSync | null;
  /** Locks that others wait for unusually long, in sentences. */
  locks: string[];
  /** What is wrong at the moment, in sentences. */
  problems: string[];
}
