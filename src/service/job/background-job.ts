import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { RappelError } from '../../shared/errors.js';
import { createYielder } from '../../shared/yield-to-event-loop.js';
import type { Bytes } from '../../vault/files.js';
import { countInbox } from '../../vault/inbox-count.js';
import type { PathTable } from '../../vault/path-table.js';
import { ROOT, showPath, type VaultPath } from '../../vault/paths.js';
import type { Place } from '../../vault/resolve.js';
import { tryLocate } from '../../vault/resolve.js';
import { walk } from '../../vault/scan.js';
import { writeTreeInTurns } from '../../vault/tree-file.js';
import type { Vault } from '../../vault/vault.js';
import type { FileChange, Publisher } from '../events/events.js';
import type { Problems } from '../events/problems.js';
import type { History, HistoryEntry } from '../history/history.js';
import { historyHead } from '../history/store.js';
import { writeWhole } from '../state/durable.js';
import type { ChangedFileIndex } from './after-changes.js';
import type { LiveTree } from './live-tree.js';
import { createOutsideEdits } from './outside-edits.js';
import { createSeenFiles, type SeenFiles } from './seen-files.js';
import { stampOutsideChange } from './stamp-file.js';
import { sweepLeftovers } from './sweep-leftovers.js';
import { visitEntries } from './visit-entries.js';

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

interface ChangeHandlerDeps {
  vault: Vault;
  tree: LiveTree;
  seen: SeenFiles;
  problems: Problems;
  /** There is more work to do. */
  changed(path: VaultPath): void;
  /** A file was changed by another program. */
  onEdit(path: VaultPath): void;
  /** The generated tree file is missing. */
  onTreeLost(): void;
}

const STAMP_AGAIN_MS = 30_000;

function createChangeHandler(deps: ChangeHandlerDeps) {
  const { vault, tree, seen, problems, changed } = deps;
  const unstamped = new Set<VaultPath>();
  // What could not be stamped (a full disk, no permission) is tried again now and then.
  const retry = setInterval(() => {
    for (const path of unstamped) changed(path);
  }, STAMP_AGAIN_MS);
  retry.unref();

  /**
   * Stamps a file that is quiet and brings the tree up to date. `known` is what the history last knew of it. True if the
   * place is not as it was last seen.
   */
  async function handle(path: VaultPath, isQuiet: boolean, known: Bytes | null): Promise<boolean> {
    let place = tryLocate(vault.root, path, 'io');
    if (place === null) return false;
    if (place.kind === 'folder') return handleFolder(place);
    if (place.kind === 'file') {
      if (isQuiet) await tryStamp(place, known);
      else changed(path);
      place = tryLocate(vault.root, path, 'io') ?? place;
    }
    if (place.kind === 'missing') {
      unstamped.delete(path);
      // Whatever was in a folder that is gone is gone as well.
      if (seen.isFolder(path)) for (const file of seen.below(path)) changed(file);
    }
    const isNew = seen.note(place);
    // Rappel writes this file itself: its change leads to nothing, but it has to be there.
    if (path === 'tree.md') {
      if (place.kind === 'missing') deps.onTreeLost();
      return false;
    }
    if (!isNew) return false;
    tree.refresh(path);
    deps.onEdit(path);
    return true;
  }

  /** Its files bring their own events, unless the watcher came too late for them. */
  async function handleFolder(place: Place): Promise<boolean> {
    if (seen.isFolder(place.path) || place.entry !== place.target) return false;
    seen.note(place);
    tree.addFolder(place.path);
    await visitEntries(vault.root, (path) => seen.has(path) || changed(path), place);
    return true;
  }

  async function tryStamp(place: Place, known: Bytes | null): Promise<void> {
    try {
      await stampOutsideChange(vault, place, known);
      unstamped.delete(place.path);
      if (unstamped.size === 0) problems.clear('stamp');
    } catch (error) {
      if (!(error instanceof RappelError)) throw error;
      if (error.code === 'stale' || error.code === 'not_found') changed(place.path);
      else {
        unstamped.add(place.path);
        problems.report('stamp', error);
      }
    }
  }

  return { handle, stop: () => clearInterval(retry) };
}

interface MissedChangesDeps {
  root: string;
  history: History;
  seen: SeenFiles;
  problems: Problems;
  isThere(): boolean;
  changed(path: VaultPath): void;
  /** Looks at files of which nothing is known. */
  check(paths: Iterator<VaultPath>): void;
  /** Aborted when the service stops. */
  signal?: AbortSignal | undefined;
  /** Paths that are known to have changed. */
  waiting(): Iterable<VaultPath>;
}

/** Finds changes that no watcher told of: those before the start, and those that the watcher lost. */
export function createMissedChanges({ root, history, seen, problems, ...deps }: MissedChangesDeps) {
  const { isThere, changed, signal } = deps;
  /** From the first look at a vault until every file was checked: an update may begin the history before that, and a kill end the run. */
  const unchecked = join(root, '.rappel', 'unchecked');
  return {
    /** At the start, by the history. */
    async sinceLastRun(refreshIndex: () => Promise<unknown>): Promise<void> {
      if (historyHead(root) === null) markUnchecked(unchecked);
      await sweepVault(root, signal);
      // The look comes before the comparisons: whatever changes during them looks different afterwards.
      await visitEntries(root, (path, stats) => {
        signal?.throwIfAborted();
        seen.suppose(path, stats);
      });
      await refreshIndex();
      const unrecorded = await problems.attempt('reading history', () => history.unrecorded(signal));
      if (!isThere()) return;
      const yieldToEventLoop = createYielder();
      for (const path of unrecorded ?? []) {
        seen.doubt(path);
        changed(path);
        const rest = yieldToEventLoop();
        if (rest !== undefined) await rest;
      }
      // Without a usable history, the files are checked one by one.
      if (!unrecorded || existsSync(unchecked)) {
        seen.accept('folders');
        deps.check(seen.supposedFiles());
        return;
      }
      for (const path of deps.waiting()) if (!seen.has(path)) seen.doubt(path);
      seen.accept('everything');
    },
    /** Every file was checked. */
    checked(): void {
      try {
        rmSync(unchecked, { force: true });
      } catch {
        // Not to be written now: they are checked once more.
      }
    },
    /** While it runs, by what was last seen. */
    async sinceLastLook(): Promise<void> {
      if (!isThere()) return;
      await problems.attempt('reconcile', async () => {
        const different = await seen.compare(root);
        // A disk that went away during the scan made everything look gone.
        if (isThere()) for (const path of different) changed(path);
      });
    },
  };
}

function markUnchecked(file: string): void {
  try {
    writeWhole(file, '');
  } catch {
    // Where nothing can be written, no history begins.
  }
}

async function sweepVault(root: string, signal: AbortSignal | undefined): Promise<void> {
  const yieldToEventLoop = createYielder();
  sweepLeftovers(root);
  for (const { kind, address } of walk(root, root, ROOT, () => {})) {
    signal?.throwIfAborted();
    const rest = yieldToEventLoop();
    if (rest !== undefined) await rest;
    if (kind === 'folder') sweepLeftovers(address);
  }
}

export interface DueChange {
  path: VaultPath;
  /** False for a file that is written to without a pause. */
  isQuiet: boolean;
}

interface ChangeQueueDeps {
  /** How long a file must be quiet before it is handled. */
  debounceMs: number;
  problems: Problems;
  /** Handles what is due, one call at a time; tried again later where it throws. */
  work(due: () => Iterable<DueChange>): Promise<void>;
  /** Whether there is work besides the paths. */
  hasMore(): boolean;
  /** Called after each piece of work. */
  onRest(): void;
}

/** A file that never is quiet is handled as often as this. */
const LONGEST_WAIT_MS = 2_000;
const LONGEST_PAUSE_MS = 5_000;
/** Files of the backlog after which those that changed meanwhile are looked at. */
const BETWEEN_CHANGES = 200;

/** Paths that changed and wait to be handled: coalesced by path, never dropped. */
export function createChangeQueue(deps: ChangeQueueDeps) {
  const { debounceMs, problems } = deps;
  const waiting = new Map<VaultPath, { first: number; last: number }>();
  /** Files to check that no watcher reported, taken one by one: it may be every file of the vault. */
  let backlog: Iterator<VaultPath> | null = null;
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> | null = null;
  let failures = 0;
  let isStopped = false;

  const isEmpty = () => waiting.size === 0 && backlog === null;

  /** Starts the work where something waits. */
  function schedule(): void {
    if (isStopped || running !== null || timer !== null || (isEmpty() && !deps.hasMore())) return;
    const pause = Math.min(LONGEST_PAUSE_MS, (debounceMs / 2) * 2 ** failures);
    timer = setTimeout(() => {
      timer = null;
      running = work().finally(() => {
        running = null;
        schedule();
        deps.onRest();
      });
    }, pause);
  }

  async function work(): Promise<void> {
    failures++;
    await problems.attempt('background', async () => {
      await deps.work(due);
      failures = 0;
    });
  }

  function* due(): Generator<DueChange> {
    yield* changed();
    for (let looked = 1; backlog !== null; looked++) {
      // By hand: the end of a loop would end the backlog too.
      const { done, value: path } = backlog.next();
      if (done) backlog = null;
      else if (!waiting.has(path)) yield { path, isQuiet: true };
      // Each file that is stamped is reported: at the end, every file of the vault would wait.
      if (looked % BETWEEN_CHANGES === 0) yield* changed();
    }
  }

  function* changed(): Generator<DueChange> {
    // Those that come meanwhile are for the next time: files may change without an end.
    let left = waiting.size;
    for (const [path, { first, last }] of waiting) {
      if (left-- === 0) return;
      const now = performance.now();
      const isQuiet = now - last >= debounceMs;
      if (isQuiet || now - first >= LONGEST_WAIT_MS) yield { path, isQuiet };
    }
  }

  return {
    add(path: VaultPath): void {
      const now = performance.now();
      waiting.set(path, { first: waiting.get(path)?.first ?? now, last: now });
      schedule();
    },
    /** Files to look at once, after those that changed. */
    addBacklog(paths: Iterator<VaultPath>): void {
      backlog = paths;
      schedule();
    },
    /** Takes a path out just before it is handled: a change from then on counts again. */
    take: (path: VaultPath) => void waiting.delete(path),
    paths: () => waiting.keys(),
    schedule,
    get isIdle() {
      return isEmpty() && running === null;
    },
    get isStopped() {
      return isStopped;
    },
    async stop(): Promise<void> {
      isStopped = true;
      if (timer !== null) clearTimeout(timer);
      timer = null;
      await running;
    },
  };
}
