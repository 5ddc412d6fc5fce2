import { RappelError } from '../../shared/errors.js';
import { createYielder } from '../../shared/yield-to-event-loop.js';
import type { Bytes } from '../../vault/files.js';
import { ROOT, showPath, type VaultPath } from '../../vault/paths.js';
import { locate, type Place } from '../../vault/resolve.js';
import { walk } from '../../vault/scan.js';
import { writeTreeFile } from '../../vault/tree-file.js';
import type { Vault } from '../../vault/vault.js';
import type { FileChange, Publisher } from '../events/events.js';
import type { Problems } from '../events/problems.js';
import type { History, HistoryEntry } from '../history/history.js';
import type { ChangedFileIndex } from './after-changes.js';
import type { LiveTree } from './live-tree.js';
import { createOutsideEdits } from './outside-edits.js';
import { createSeenFiles, scanLooks } from './seen-files.js';
import { stampOutsideChange } from './stamp-file.js';
import { sweepLeftovers } from './sweep-leftovers.js';

export interface BackgroundJob {
  /** Something happened at a path; several calls are one piece of work. */
  changed(path: VaultPath): void;
  /** Finds what changed while nobody watched, at the start. `refreshIndex` compares the index with the files. */
  catchUp(refreshIndex: () => Promise<void>): Promise<void>;
  /** Compares the whole vault with what was last seen, and treats every difference as a change. */
  reconcile(): Promise<void>;
  /** Resolves when nothing waits. */
  idle(): Promise<void>;
  stop(): Promise<void>;
}

export interface JobDeps {
  vault: Vault;
  tree: LiveTree;
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
  /** How long a file must be quiet before it is stamped. */
  settleMs?: number;
  /** How long there must be no outside edit before those there were become an entry of the history. */
  quietMs?: number;
}

const SETTLE_MS = 200;
/** A file that never settles is shown and indexed meanwhile, and stamped when it does. */
const LONGEST_WAIT_MS = 2_000;
const PORTION = 50;
const LONGEST_PAUSE_MS = 5_000;
const STAMP_AGAIN_MS = 30_000;

/**
 * After each change, whoever made it: stamp, tree, index of that file alone, history, an event. Idempotent by content,
 * so its own writes lead to nothing; coalesced by path, never dropped; in order per file.
 */
export function createBackgroundJob(deps: JobDeps): BackgroundJob {
  const { vault, tree, events, problems } = deps;
  const settleMs = deps.settleMs ?? SETTLE_MS;
  const pending = new Map<VaultPath, { first: number; last: number }>();
  const seen = createSeenFiles();
  const unstamped = new Set<VaultPath>();
  const waiters: (() => void)[] = [];
  const outside = createOutsideEdits({
    history: deps.history,
    events,
    problems,
    mustWait: () => !deps.isThere() || (deps.hasWriters?.() ?? false),
    isClaimed: (path) => deps.isClaimed?.(path) ?? false,
    onIdle: notifyIdle,
    ...(deps.quietMs !== undefined && { quietMs: deps.quietMs }),
  });
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> | null = null;
  let failures = 0;
  let treeIsOld = false;
  let stopped = false;
  // What could not be stamped (a full disk, no permission) is tried again now and then.
  const stampTimer = setInterval(() => {
    for (const path of unstamped) job.changed(path);
  }, STAMP_AGAIN_MS);
  stampTimer.unref();

  function schedule(): void {
    if (stopped || running !== null || timer !== null || (pending.size === 0 && !treeIsOld)) return;
    const pause = Math.min(LONGEST_PAUSE_MS, (settleMs / 2) * 2 ** failures);
    timer = setTimeout(() => {
      timer = null;
      running = handleSettled()
        .then(() => {
          failures = 0;
          problems.clear('background');
        })
        .catch((error) => {
          failures++;
          problems.report('background', error);
        })
        .finally(() => {
          running = null;
          schedule();
          notifyIdle();
        });
    }, pause);
  }

  async function handleSettled(): Promise<void> {
    if (!deps.isThere()) {
      failures++;
      return;
    }
    const now = performance.now();
    const due = [...pending].filter(
      ([, at]) => now - at.last >= settleMs || now - at.first >= LONGEST_WAIT_MS,
    );
    for (let at = 0; at < due.length && !stopped; at += PORTION) {
      const portion = due.slice(at, at + PORTION);
      await handlePortion(portion.map(([path, times]) => ({ path, settled: now - times.last >= settleMs })));
    }
    if (!treeIsOld) return;
    writeTreeFile(vault, { node: tree.root });
    treeIsOld = false;
  }

  /** Together, because stamping waits for late writers; with breaks, so that a checkout does not keep requests waiting. */
  async function handlePortion(portion: { path: VaultPath; settled: boolean }[]): Promise<void> {
    const known = await lastKnown(portion.map(({ path }) => path));
    const yieldToEventLoop = createYielder();
    const changed: VaultPath[] = [];
    const work: Promise<void>[] = [];
    for (const { path, settled } of portion) {
      pending.delete(path);
      work.push(
        handle(path, settled, known.get(path) ?? null).then((isChanged) => {
          if (isChanged) changed.push(path);
        }),
      );
      await yieldToEventLoop();
    }
    try {
      const failed = (await Promise.allSettled(work)).find((result) => result.status === 'rejected');
      await deps.index.refresh(changed.filter((path) => !seen.isFolder(path)));
      if (failed !== undefined) throw failed.reason;
    } catch (error) {
      // Nothing is dropped: the whole portion is looked at again.
      for (const { path } of portion) {
        seen.doubt(path);
        job.changed(path);
      }
      throw error;
    }
    for (const path of changed) {
      treeIsOld = true;
      events.publish('file', { path: showPath(path), exists: seen.has(path) });
    }
  }

  async function lastKnown(paths: VaultPath[]): Promise<Map<VaultPath, Bytes>> {
    try {
      return await deps.history.lastKnown(paths);
    } catch (error) {
      // Without it a file is stamped only where its fields are missing or wrong.
      problems.report('history', error);
      return new Map();
    }
  }

  async function notRecorded(): Promise<VaultPath[] | null> {
    try {
      return await deps.history.unrecorded();
    } catch (error) {
      // A history that can't be used is as good as none: the files are looked at one by one.
      problems.report('history', error);
      return null;
    }
  }

  /** True if the place is not as it was last seen. */
  async function handle(path: VaultPath, settled: boolean, known: Bytes | null): Promise<boolean> {
    let place = tryLocate(path);
    if (place === null) return false;
    if (place.kind === 'folder') return handleFolder(place);
    if (place.kind === 'file') {
      if (settled) await tryStamp(place, known);
      else job.changed(path);
      place = tryLocate(path) ?? place;
    }
    if (place.kind === 'missing') {
      unstamped.delete(path);
      // Whatever was in a folder that is gone is gone as well.
      if (seen.isFolder(path)) for (const file of seen.below(path)) job.changed(file);
    }
    const isNew = seen.note(place);
    // Made by ourselves: its own change alone leads to nothing, but it has to be there.
    if (path === 'tree.md') {
      treeIsOld ||= place.kind === 'missing';
      return false;
    }
    if (!isNew) return false;
    tree.refresh(path);
    outside.add(path);
    return true;
  }

  /** Its files bring their own events, unless the watcher came too late for them. */
  async function handleFolder(place: Place): Promise<boolean> {
    if (seen.isFolder(place.path) || place.entry !== place.target) return false;
    seen.note(place);
    tree.addFolder(place.path);
    const { looks } = await scanLooks(vault.root, place);
    for (const path of looks.keys()) if (!seen.has(path)) job.changed(path);
    return true;
  }

  async function tryStamp(place: Place, known: Bytes | null): Promise<void> {
    try {
      await stampOutsideChange(vault, place, known);
      unstamped.delete(place.path);
      if (unstamped.size === 0) problems.clear('stamp');
    } catch (error) {
      if (!(error instanceof RappelError)) throw error;
      if (error.code === 'stale' || error.code === 'not_found') job.changed(place.path);
      else {
        unstamped.add(place.path);
        problems.report('stamp', error);
      }
    }
  }

  /** Null for what is no part of the vault, like a link that leads outside. */
  function tryLocate(path: VaultPath): Place | null {
    try {
      return locate(vault.root, path);
    } catch (error) {
      if (error instanceof RappelError && error.code !== 'io') return null;
      throw error;
    }
  }

  async function sweep(): Promise<void> {
    const yieldToEventLoop = createYielder();
    sweepLeftovers(vault.root);
    for (const { kind, address } of walk(vault.root, vault.root, ROOT, () => {})) {
      await yieldToEventLoop();
      if (kind === 'folder') sweepLeftovers(address);
    }
  }

  function isIdle(): boolean {
    return pending.size === 0 && running === null && !treeIsOld && outside.isIdle;
  }

  function notifyIdle(): void {
    if (isIdle()) for (const resolve of waiters.splice(0)) resolve();
  }

  const job: BackgroundJob = {
    changed(path) {
      const now = performance.now();
      pending.set(path, { first: pending.get(path)?.first ?? now, last: now });
      schedule();
    },
    async catchUp(refreshIndex) {
      await sweep();
      // The look comes before the comparisons: whatever changes during them looks different afterwards.
      const { looks } = await scanLooks(vault.root);
      await refreshIndex();
      const unrecorded = await notRecorded();
      if (!deps.isThere()) return;
      if (unrecorded !== null) {
        for (const path of unrecorded) {
          looks.delete(path);
          seen.doubt(path);
          job.changed(path);
        }
        for (const path of pending.keys()) looks.delete(path);
        seen.suppose(looks);
      } else for (const path of looks.keys()) job.changed(path);
      treeIsOld = true;
      schedule();
    },
    async reconcile() {
      if (!deps.isThere()) return;
      try {
        const scan = await scanLooks(vault.root);
        const different = seen.compare(scan);
        // A disk that went away during the scan made everything look gone.
        if (!deps.isThere()) return;
        for (const path of different) job.changed(path);
        problems.clear('reconcile');
      } catch (error) {
        problems.report('reconcile', error);
      }
    },
    idle() {
      return isIdle() ? Promise.resolve() : new Promise((resolve) => waiters.push(resolve));
    },
    async stop() {
      stopped = true;
      clearInterval(stampTimer);
      if (timer !== null) clearTimeout(timer);
      timer = null;
      await running;
      if (deps.isThere()) await outside.flush();
    },
  };
  return job;
}
