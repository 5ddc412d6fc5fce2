import type { AgentEvent } from '../agents/answer.js';
import type { Agents } from '../agents/create-agents.js';
import type { UpdateInput } from '../agents/update.js';
import type { SearchEngine } from '../search/engine.js';
import type { OnProgress, Progress } from '../shared/progress.js';
import type { VaultPath } from '../vault/paths.js';
import type { TreeNode } from '../vault/tree.js';
import type { Vault } from '../vault/vault.js';
import type { Wall } from '../vault/wall.js';
import type { Told } from '../words/message.js';
import type { EventBus, FileChange } from './events/events.js';
import type { History, HistoryEntry } from './history/history.js';
import type { AfterChanges } from './job/after-changes.js';
import type { LinkIndex } from './links/link-index.js';
import type { QuestionStatus } from './questions/question.js';
import type { RecordingAnswerer } from './receipts/record-answers.js';
import type { VaultSync } from './sync/sync-vault.js';
import type { Queue } from './updates/queue.js';
import type { UpdateStatus } from './updates/update-status.js';

/** What can happen, for clients that watch. */
export interface ServiceEvents {
  file: FileChange;
  update: UpdateStatus;
  question: QuestionStatus;
  /** A step of the update or question with this id. */
  step: { id: string; event: AgentEvent };
  history: HistoryEntry;
  /** How far something is that takes long. */
  progress: Progress;
  /** The state of an import changed. */
  import: { id: string };
}

/**
 * The parts that answer, file and record in one process: a service has a watcher around them, a command does not.
 * Engine, history and tree are opened at first use, because most commands need none.
 */
export interface Core {
  readonly vault: Vault;
  readonly env: NodeJS.ProcessEnv;
  readonly queue: Queue;
  readonly events: EventBus<ServiceEvents>;
  /** Told how far work is that may take long. */
  readonly onProgress: OnProgress;
  /** Which note links to which, where a service keeps it up to date. */
  readonly links?: LinkIndex;
  /** Answers questions and files updates. */
  agents(): Promise<Agents>;
  /** These parts behind a wall. Opened once for each wall, and closed with this. */
  walled(wall: Wall): Promise<WalledCore>;
  /** The model in use; null for the clerk. */
  model(): Promise<string | null>;
  engine(): Promise<SearchEngine>;
  history(): Promise<History>;
  tree(): Promise<TreeNode>;
  answer: RecordingAnswerer;
  /** What follows every change: tree, history, index, and clients that watch. */
  afterChanges: AfterChanges;
  /** Ends what killed or failed processes began to change: records it, finishes it or rolls it back. */
  recover(): Promise<void>;
  /** Runs `work`, which records its own changes; from `announce` on, a service in another process does not record them. */
  withWriter<Result>(work: (announce: () => void) => Promise<Result>): Promise<Result>;
  /** Stores an update durably, then has it filed in its turn. */
  update(input: UpdateInput, id?: string): Promise<{ id: string; isNew: boolean }>;
  /** Puts a failed update back into the queue. */
  retry(id: string): Promise<void>;
  /** Leaves an update that waits or failed unfiled; its input is kept. */
  dismiss(id: string): Promise<void>;
  /** Resolves when nothing waits any more, or another process files it. */
  filed(): Promise<void>;
  /** Calls back for files that change on the disk, until the returned function is called. */
  watchFiles(tell: (change: FileChange) => void): Promise<() => void>;
  /** The same vault on other machines. */
  sync(): Promise<VaultSync>;
  /** Current problems; empty if there are none. */
  problems(): Promise<Told[]>;
  /** Releases everything, after waiting at most this long for an update that is being filed. */
  close(mostMs: number): Promise<void>;
}

/** The parts of a process as they are behind a wall. */
export interface WalledCore extends Core {
  readonly wall: Wall;
  readonly key: string;
  isInside(path: VaultPath): boolean;
  /** Whether a path may be changed. */
  isOwn(path: VaultPath): boolean;
  /** Looks again what is inside: before every call. */
  refresh(): Promise<void>;
  /** The vault of an update: it may open items of the inbox. `vault`: the whole vault, which notes its changes. */
  forUpdate(vault: Vault): Vault;
}
