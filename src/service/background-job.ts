import { existsSync, lstatSync } from 'node:fs';
import { join } from 'node:path';
import { RappelError } from '../shared/errors.js';
import type { Bytes } from '../vault/files.js';
import { ROOT, showPath, type VaultPath } from '../vault/paths.js';
import { walk } from '../vault/scan.js';
import { writeTreeFile } from '../vault/tree-file.js';
import type { Vault } from '../vault/vault.js';
import type { ChangedFileIndex } from './after-changes.js';
import type { EventBus } from './events.js';
import type { History } from './history/history.js';
import type { LiveTree } from './live-tree.js';
import { stampOutsideChange } from './stamp-file.js';

export interface BackgroundJob {
  /** Something happened at a path; several calls are one piece of work. */
  changed(path: VaultPath): void;
  /** Finds what changed while nobody watched, at the start. */
  catchUp(): Promise<void>;
  /** Compares the whole vault with what was last seen, and treats every difference as a change. */
  reconcile(): Promise<void>;
  /** Resolves when nothing waits. */
  idle(): Promise<void>;
  stop(): Promise<void>;
}

interface JobDeps {
  vault: Vault;
  tree: LiveTree;
  index: ChangedFileIndex;
  history: History;
  events: EventBus;
  /** Told of what goes wrong; the job goes on. */
  complain(error: Error): void;
  /** How long a file must be quiet before it is stamped. */
  settleMs?: number;
}

const RECONCILE_MS = 5 * 60_000;
/** A file that never settles is shown and indexed meanwhile, and stamped when it does. */
const LONGEST_WAIT_MS = 2_000;
/** Outside edits within this time of each other become one entry of the history. */
const HISTORY_QUIET_MS = 1_500;
const PORTION = 50;

/**
 * After each change, whoever made it: stamp, tree, index of that file alone, history, an event. Idempotent by content,
 * so its own writes lead to nothing; coalesced by path, never dropped; in order per file.
 */
export function createBackgroundJob(deps: JobDeps): BackgroundJob {
  const { vault, tree, events } = deps;
  const settleMs = deps.settleMs ?? 200;
  const pending = new Map<VaultPath, { first: number; last: number }>();
  /** What each file looked like when it was last handled. */
  const seen = new Map<VaultPath, string>();
  const unrecorded = new Set<VaultPath>();
  const waiters: (() => void)[] = [];
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> | null = null;
  let recordTimer: NodeJS.Timeout | null = null;
  let stopped = false;
  const reconcileTimer = setInterval(() => void job.reconcile(), RECONCILE_MS);
  reconcileTimer.unref();

  function schedule(): void {
    if (stopped || running !== null || timer !== null || pending.size === 0) return;
    timer = setTimeout(() => {
      timer = null;
      running = handleSettled()
        .catch((error) => deps.complain(error))
        .finally(() => {
          running = null;
          schedule();
          notifyIdle();
        });
    }, settleMs / 2);
  }

  async function handleSettled(): Promise<void> {
    if (!isVaultThere()) return;
    const now = Date.now();
    const due = [...pending].filter(
      ([, at]) => now - at.last >= settleMs || now - at.first >= LONGEST_WAIT_MS,
    );
    const known = await deps.history.lastKnown(due.map(([path]) => path));
    const changed: VaultPath[] = [];
    // In portions: stamping waits for late writers, and many files at once (a checkout) must not keep requests waiting.
    for (let at = 0; at < due.length; at += PORTION) {
      const portion = due.slice(at, at + PORTION).map(async ([path, times]) => {
        pending.delete(path);
        if (await handle(path, now - times.last >= settleMs, known.get(path) ?? null)) changed.push(path);
      });
      await Promise.all(portion);
      await new Promise((resolve) => setImmediate(resolve));
    }
    if (changed.length === 0) return;
    await deps.index.refresh(changed);
    writeTreeFile(vault, { node: tree.root });
    for (const path of changed)
      events.publish('file', { path: showPath(path), exists: vault.locate(path).kind !== 'missing' });
  }

  /** True if the file is not as it was last seen. */
  async function handle(path: VaultPath, settled: boolean, known: Bytes | null): Promise<boolean> {
    try {
      const place = vault.locate(path);
      if (settled && place.kind === 'file') await stampOutsideChange(vault, place, known);
      else if (place.kind === 'file') job.changed(path);
      const look = appearance(path);
      if (look === seen.get(path)) return false;
      if (look === '') forget(path);
      else seen.set(path, look);
      tree.refresh(path);
      if (path === 'tree.md') return false;
      unrecorded.add(path);
      scheduleRecord();
      return true;
    } catch (error) {
      if (!(error instanceof RappelError)) throw error;
      // A change that came meanwhile brings its own event; anything else is worth a word.
      if (error.code === 'stale') job.changed(path);
      else deps.complain(error);
      return false;
    }
  }

  function forget(path: VaultPath): void {
    seen.delete(path);
    for (const known of seen.keys()) if (known.startsWith(`${path}/`)) seen.delete(known);
  }

  function appearance(path: VaultPath): string {
    const stats = vault.locate(path).stats;
    if (stats === null) return '';
    return stats.isDirectory() ? 'folder' : `${stats.ino}-${stats.size}-${stats.mtimeMs}`;
  }

  function scheduleRecord(): void {
    if (recordTimer !== null) clearTimeout(recordTimer);
    recordTimer = setTimeout(() => void record(), HISTORY_QUIET_MS);
  }

  async function record(): Promise<void> {
    recordTimer = null;
    const paths = [...unrecorded];
    unrecorded.clear();
    try {
      if (!isVaultThere() || paths.length === 0) return;
      const entry = await deps.history.record({ source: 'outside', paths });
      if (entry !== null) events.publish('history', entry);
    } catch (error) {
      for (const path of paths) unrecorded.add(path);
      deps.complain(error as Error);
    } finally {
      notifyIdle();
    }
  }

  /** A vault on a disk that went away takes `.rappel` along: nothing is gone, it is only out of reach. */
  function isVaultThere(): boolean {
    return existsSync(join(vault.root, '.rappel'));
  }

  function isIdle(): boolean {
    return pending.size === 0 && running === null && recordTimer === null;
  }

  function notifyIdle(): void {
    if (isIdle()) for (const resolve of waiters.splice(0)) resolve();
  }

  const job: BackgroundJob = {
    changed(path) {
      const now = Date.now();
      pending.set(path, { first: pending.get(path)?.first ?? now, last: now });
      schedule();
    },
    async catchUp() {
      const unrecorded = await deps.history.unrecorded();
      if (unrecorded === null) return job.reconcile();
      for (const { path, kind } of walk(vault.root, vault.root, ROOT)) {
        if (kind === 'file') seen.set(path, appearance(path));
      }
      for (const path of unrecorded) {
        seen.delete(path);
        job.changed(path);
      }
    },
    async reconcile() {
      if (!isVaultThere()) return;
      const present = new Set<VaultPath>();
      let count = 0;
      for (const { path, kind, address } of walk(vault.root, vault.root, ROOT)) {
        if (++count % 200 === 0) await new Promise((resolve) => setImmediate(resolve));
        if (kind === 'folder') continue;
        present.add(path);
        const stats = lstatSync(address, { throwIfNoEntry: false });
        if (stats && seen.get(path) !== `${stats.ino}-${stats.size}-${stats.mtimeMs}`) job.changed(path);
      }
      for (const path of seen.keys())
        if (!present.has(path) && seen.get(path) !== 'folder') job.changed(path);
    },
    idle() {
      return isIdle() ? Promise.resolve() : new Promise((resolve) => waiters.push(resolve));
    },
    async stop() {
      stopped = true;
      clearInterval(reconcileTimer);
      if (timer !== null) clearTimeout(timer);
      timer = null;
      await running;
      if (recordTimer !== null) {
        clearTimeout(recordTimer);
        await record();
      }
    },
  };
  return job;
}
