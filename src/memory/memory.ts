import type { z } from 'zod';
import type { Question, RunOptions } from '../agents/answer.js';
import type { InputOrigin, Route } from '../agents/clerk/routing/route.js';
import type { Brief } from '../agents/librarian/orientation/brief-text.js';
import type { UpdateInput } from '../agents/update.js';
import type { Exchange } from '../exchange/exchange.js';
import type { RunByName } from '../operations/list.js';
import type { SearchAnswer } from '../search/engine.js';
import type { Verification } from '../service/citations/verify.js';
import type { FileChange } from '../service/events/events.js';
import type { GivenAnswer } from '../service/receipts/receipt.js';
import type { KnownSync } from '../service/sync/sync-status.js';
import type { InboxItem, LoadedInboxItem } from '../service/updates/inbox.js';
import type { Retry } from '../service/updates/retry.js';
import { isWaiting, type UpdateStatus } from '../service/updates/update-status.js';
import type { RappelError } from '../shared/errors.js';
import type { ToolResult } from '../tools/define-tool.js';
import type { searchWithOptions } from '../tools/search.js';
import type { SeenVersions } from '../tools/session.js';
import type { TreeNode } from '../vault/tree.js';
import type { Answers } from './answers.js';
import type { Capture } from './capture.js';
import type { Findings } from './findings.js';
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
  readonly answers: Answers;
  readonly updates: Updates;
  readonly inbox: Inbox;
  readonly files: Files;
  readonly findings: Findings;
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

export interface ToolCall {
  tool: string;
  input?: unknown;
}

export interface CallOptions {
  /** Files that must be these very versions; a version may be shortened. Throws `not_found` for one that is missing. */
  matching?: SeenVersions;
  /** What the caller has read before, by path: it counts as read in this session too. */
  seen?: SeenVersions;
  /** Who calls, for the history; a tool if left out. */
  source?: 'page' | 'tool';
}

export type Outcome = { ok: true; result: ToolResult } | { ok: false; error: RappelError };

export interface CallReport {
  outcomes: Outcome[];
  /** What the caller has read now, for its next call. */
  seen: SeenVersions;
  /** The files that these calls have shown or written, with their versions. */
  shown: SeenVersions;
  /** Set where the files were changed but the history or the index could not follow. */
  warning: string | null;
}

export interface Updates {
  /** Stores the input durably; it is filed in its turn. The same id again is the same update. */
  add(input: UpdateInput, id?: string): Promise<{ id: string }>;
  /** Newest first. */
  list(limit: number): Promise<UpdateStatus[]>;
  has(id: string): Promise<boolean>;
  /** Throws `not_found`. */
  find(id: string): Promise<UpdateStatus>;
  /** Calls `tell` for every step until the update is finished or `signal` aborts; returns its last status. */
  follow(id: string, tell: (status: UpdateStatus) => void, signal?: AbortSignal): Promise<UpdateStatus>;
  /** Tries a failed, waiting or dismissed update now; does nothing to any other. */
  retry(id: string): Promise<UpdateStatus>;
  /** Leaves an update unfiled; its input is kept. Throws `busy` for one that runs, `exists` for one that is filed. */
  dismiss(id: string): Promise<UpdateStatus>;
  /** Which project a text belongs to, as the clerk sees it; files nothing. */
  route(text: string, origin?: InputOrigin | null): Promise<Route>;
  /**
   * Files an update again in another project, or in none (`''`), and learns from it. `id` is that of the update or of its
   * entry in the history; the answer is a new update.
   */
  refile(id: string, project: string): Promise<{ id: string }>;
}

interface Inbox {
  list(): Promise<InboxItem[]>;
  /** Throws `not_found`. */
  read(item: string): Promise<LoadedInboxItem>;
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

export function isFinished({ state }: UpdateStatus): boolean {
  return !isWaiting(state);
}

/** Nothing happens to it for a while: it is finished, or waits for its model. */
export function isAtRest(status: UpdateStatus): boolean {
  const { state, retry, asked } = status;
  return isFinished(status) || (state === 'accepted' && retry !== undefined && !asked);
}
