import { createYielder } from '../../shared/yield-to-event-loop.js';
import { countInbox } from '../../vault/inbox-count.js';
import type { PathTable } from '../../vault/path-table.js';
import { showPath, type VaultPath } from '../../vault/paths.js';
import { writeTreeInTurns } from '../../vault/tree-file.js';
import type { Vault } from '../../vault/vault.js';
import type { FileChange, Publisher } from '../events/events.js';
import type { Problems } from '../events/problems.js';
import type { History, HistoryEntry } from '../history/history.js';
import type { ChangedFileIndex } from './after-changes.js';
import { createChangeHandler } from './change-handler.js';
import { createChangeQueue, type DueChange } from './change-queue.js';
import type { LiveTree } from './live-tree.js';
import { createMissedChanges } from './missed-changes.js';
import { createOutsideEdits } from './outside-edits.js';
import { createSeenFiles } from './seen-files.js';

export interface JobDeps {
  vault: Vault;
  tree: LiveTree;
  /** Those that others know something of, too. */
  paths?: PathTable;
  index: ChangedFileIndex;
  history: History;
  events: Publisher<{ file: FileChange; history: HistoryEntry }>;
  problems: Problems;
  /** False while the vault is out of reach: then nothing is gone, and everything waits. */
  isThere(): boolean;
  /** True for a path that the running update will record. */
  isClaimed?(path: VaultPath): boolean;
  /** True while another process is in the middle of changes that it will record itself. */
  hasWriters?(): boolean;
  /** Ends what killed processes began to change: called before edits are recorded. */
  recover?(): Promise<void>;
  /** Aborted when the service stops: what is left is found at the next start. */
  signal?: AbortSignal;
  /** How long a file must be quiet before it is stamped. */
  debounceMs?: number;
  /** How long there must be no outside edit before those there were become an entry of the history. */
  quietMs?: number;
}

const DEBOUNCE_MS = 200;
const PORTION = 50;

/** Taken one by one: when a vault is seen for the first time, every file waits. */
function* portionsOf(due: Iterable<DueChange>): Generator<DueChange[]> {
  let portion: DueChange[] = [];
  for (const change of due) {
    if (portion.push(change) < PORTION) continue;
    yield portion;
    portion = [];
  }
  if (portion.length > 0) yield portion;
}

export type BackgroundJob = ReturnType<typeof createBackgroundJob>;

/**
 * After each change, by any program: stamp, tree, index of that file, history, an event. Idempotent by content, so
 * its own writes cause nothing; coalesced by path, never dropped; in order per file.
 */
export function createBackgroundJob(deps: JobDeps) {
  const { vault, tree, problems, history, isThere } = deps;
  const seen = createSeenFiles(deps.paths);
  const waiters: (() => void)[] = [];
  let treeIsOld = false;
  /** While changes from before the start wait to be handled. */
  let isCatchingUp = false;
  const outside = createOutsideEdits({
    ...deps,
    mustWait: () => !isThere() || (deps.hasWriters?.() ?? false),
    isClaimed: (path) => deps.isClaimed?.(path) ?? false,
    onIdle: notifyIdle,
  });
  const queue = createChangeQueue({
    debounceMs: deps.debounceMs ?? DEBOUNCE_MS,
    problems,
    work: handleAll,
    hasMore: () => treeIsOld,
    onRest() {
      // What was changed before the start is complete, and should not mix with what is done now.
      if (isCatchingUp && queue.isIdle && !queue.isStopped) {
        isCatchingUp = false;
        missed.checked();
        outside.end();
      }
      notifyIdle();
    },
  });
  const handler = createChangeHandler({
    ...deps,
    seen,
    changed: queue.add,
    onEdit: outside.add,
    onTreeLost() {
      treeIsOld = true;
    },
  });
  const missed = createMissedChanges({
    ...deps,
    root: vault.root,
    seen,
    changed: queue.add,
    check: queue.addBacklog,
    waiting: queue.paths,
  });

  async function handleAll(due: () => Iterable<DueChange>): Promise<void> {
    if (!isThere()) return;
    let isInboxChanged = false;
    for (const portion of portionsOf(due())) {
      if (queue.isStopped) break;
      await handlePortion(portion);
      // An update counts its own questions.
      isInboxChanged ||= portion.some(({ path }) => path.startsWith('inbox/') && !deps.isClaimed?.(path));
    }
    if (isInboxChanged) countInbox(vault);
    if (!treeIsOld || queue.isStopped) return;
    const node = await tree.measured();
    if (queue.isStopped) return;
    treeIsOld = false;
    try {
      await writeTreeInTurns(vault, node);
    } catch (error) {
      treeIsOld = true;
      throw error;
    }
  }

  async function handlePortion(portion: readonly DueChange[]): Promise<void> {
    try {
      for (const path of await handleEach(portion)) {
        treeIsOld = true;
        deps.events.publish('file', { path: showPath(path), exists: seen.has(path) });
      }
    } catch (error) {
      // Nothing is dropped: the whole portion is looked at again.
      for (const { path } of portion) {
        seen.doubt(path);
        queue.add(path);
      }
      throw error;
    }
  }

  /** Together, because stamping waits for late writers; with breaks, so that a checkout does not keep requests waiting. */
  async function handleEach(portion: readonly DueChange[]): Promise<VaultPath[]> {
    const paths = portion.map(({ path }) => path);
    // Without a usable history a file is stamped only where its fields are missing or wrong.
    const known = await problems.attempt('reading history', () => history.lastKnown(paths));
    const yieldToEventLoop = createYielder();
    const changed: VaultPath[] = [];
    const work: Promise<void>[] = [];
    for (const { path, isQuiet } of portion) {
      queue.take(path);
      work.push(
        handler.handle(path, isQuiet, known?.get(path) ?? null).then((isChanged) => {
          if (isChanged) changed.push(path);
        }),
      );
      await yieldToEventLoop();
    }
    const failed = (await Promise.allSettled(work)).find((result) => result.status === 'rejected');
    await deps.index.refresh(changed.filter((path) => !seen.isFolder(path)));
    if (failed !== undefined) throw failed.reason;
    return changed;
  }

  function isIdle(): boolean {
    return queue.isIdle && !treeIsOld && outside.isIdle;
  }

  function notifyIdle(): void {
    if (isIdle()) for (const resolve of waiters.splice(0)) resolve();
  }

  return {
    /** Something happened at a path; several calls are one piece of work. */
    changed: queue.add,
    /** Finds the changes made before the start. `refreshIndex` compares the index with the files. */
    async catchUp(refreshIndex: () => Promise<unknown>): Promise<void> {
      await missed.sinceLastRun(refreshIndex);
      if (!isThere()) return;
      isCatchingUp = true;
      treeIsOld = true;
      queue.schedule();
    },
    /** Records the edits of other programs that are known by now, without waiting for them to pause. */
    recordEdits: outside.recordNow,
    /** Compares the whole vault with what was last seen, and treats every difference as a change. */
    reconcile: missed.sinceLastLook,
    /** Resolves when nothing waits. */
    idle: () => (isIdle() ? Promise.resolve() : new Promise<void>((resolve) => waiters.push(resolve))),
    async stop(): Promise<void> {
      handler.stop();
      tree.stop();
      await queue.stop();
      if (isThere()) await outside.flush();
    },
  };
}
