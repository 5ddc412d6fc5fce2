import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { RappelError } from '../../shared/errors.js';
import type { OnProgress } from '../../shared/progress.js';
import { createYielder } from '../../shared/yield-to-event-loop.js';
import { removeEmptyFolders } from '../../vault/empty-folders.js';
import type { Bytes } from '../../vault/files.js';
import { firstSegments, type VaultPath } from '../../vault/paths.js';
import type { Vault } from '../../vault/vault.js';
import type { Contents, History, HistoryEntry, Version } from '../history/history.js';
import { contentNow, putContent, saveMerged, textVersion } from '../history/replace-content.js';
import {
  dropPlan,
  keepPlan,
  type PlannedChange,
  type RevertEntry,
  type RevertPlan,
  readPlan,
} from '../history/revert-journal.js';
import { withLock } from '../locks/lock.js';
import { withWriter } from '../locks/writers.js';
import { type Planned, planRevert, type RevertStep, recordedIn, stillChanging } from './plan-revert.js';

/** What an undo or restore changes, and the entry that records it. */
export interface Revert {
  steps: readonly RevertStep[];
  entry: RevertEntry;
}

/**
 * Runs an undo or a restore: one at a time, after finishing a killed one. All of its steps are made and recorded or none,
 * even if the process is killed in between. Null if there is nothing to change.
 */
export async function runRevert(
  vault: Vault,
  history: History,
  prepare: () => Promise<Revert>,
  watch: RevertOptions = {},
): Promise<HistoryEntry | null> {
  return withLock(vault.root, 'revert', () =>
    withWriter(vault.root, async (announce) => {
      announce();
      await finishPlan(vault, history);
      for (let attempt = 0; attempt < MOST_PLANS; attempt++) {
        const prepared = await prepare();
        if (prepared.steps.length === 0) return null;
        const changes = await planRevert(vault, history, prepared.steps);
        if (changes === null) continue;
        try {
          return await revert(vault, history, prepared, changes, watch);
        } catch (error) {
          // Everything is back: what a program wrote meanwhile is planned with.
          if (!(error instanceof RappelError && error.code === 'stale')) throw error;
        }
      }
      throw stillChanging();
    }),
  );
}

const MOST_PLANS = 10;

export interface RevertOptions {
  onProgress?: OnProgress;
  /** Takes back what was changed so far. */
  signal?: AbortSignal | undefined;
}

/** Finishes an undo or restore that was killed half-way; does not touch a running one. */
export async function recoverRevert(vault: Vault, history: History): Promise<void> {
  if (readPlan(vault.root) === null) return;
  await withLock(vault.root, 'revert', () => finishPlan(vault, history), { mostMs: 0 }).catch((error) => {
    if (!(error instanceof RappelError) || error.code !== 'busy') throw error;
  });
}

async function revert(
  vault: Vault,
  history: History,
  { steps, entry }: Revert,
  changes: readonly Planned[],
  watch: RevertOptions,
): Promise<HistoryEntry | null> {
  const make = async () => {
    keepPlan(vault.root, { changes, entry });
    try {
      return await apply(vault, history, steps, changes, watch);
    } catch (error) {
      await takeBack(vault, history, changes).catch((cause) => {
        throw halfDone(cause);
      });
      throw error;
    }
  };
  return complete(vault, history, { changes, entry }, make);
}

/** Records the changes, which are made or which `make` makes, and forgets the plan. */
async function complete(
  vault: Vault,
  history: History,
  { changes, entry }: RevertPlan,
  make?: () => Promise<Contents>,
): Promise<HistoryEntry | null> {
  const paths = changes.map(({ path }) => path);
  const recorded = await history.record({ ...entry, paths, ...(make && { contents: make }) });
  const removed = changes.filter(({ after }) => after === null).map(({ path }) => path);
  const oneOfEach = new Map(removed.map((path) => [dirname(path), path]));
  for (const path of oneOfEach.values()) removeEmptyFolders(vault.root, path, secondFolder(path));
  dropPlan(vault.root);
  return recorded;
}

/** Returns what it left in each file. */
async function apply(
  vault: Vault,
  history: History,
  steps: readonly RevertStep[],
  changes: readonly Planned[],
  { onProgress = () => {}, signal }: RevertOptions,
): Promise<Contents> {
  const made = new Map<VaultPath, Bytes | Version | null>();
  const contents = history.read(steps.flatMap(({ next }) => recordedIn(next)))[Symbol.asyncIterator]();
  const yieldToEventLoop = createYielder();
  try {
    for (const [index, { path, next }] of steps.entries()) {
      onProgress({ work: 'undoing', done: index, total: steps.length });
      await yieldToEventLoop();
      signal?.throwIfAborted();
      const expected = changes[index]!.text;
      if (next !== null && 'merged' in next) made.set(path, saveMerged(vault, path, expected, next.merged));
      else {
        putContent(vault, path, expected, next === null ? null : (await contents.next()).value);
        made.set(path, next?.version ?? null);
      }
    }
    return made;
  } finally {
    await contents.return?.();
  }
}

/** Completes a killed undo or restore if all its changes were made, and takes them back if not. */
async function finishPlan(vault: Vault, history: History): Promise<void> {
  const left = readPlan(vault.root);
  if (left === null) return;
  const isMade = left.changes.every(({ path, after }) => textVersion(contentNow(vault, path)) === after);
  if (isMade) await complete(vault, history, left);
  else await takeBack(vault, history, left.changes);
}

/** A file that was changed meanwhile stays as it is. The plan is removed when everything is back. */
async function takeBack(vault: Vault, history: History, planned: readonly PlannedChange[]): Promise<void> {
  const changes = planned.toReversed();
  const contents = history.read(changes.flatMap(({ before }) => before ?? []))[Symbol.asyncIterator]();
  try {
    for (const { path, before, after, made } of changes) {
      const bytes: Bytes | null = before === null ? null : (await contents.next()).value;
      const current = contentNow(vault, path);
      if (textVersion(current) !== after) continue;
      if (bytes === null) rmSync(vault.locate(path).entry, { force: true });
      else putContent(vault, path, after, bytes);
      removeEmptyFolders(vault.root, path, made);
    }
  } finally {
    await contents.return?.();
  }
  dropPlan(vault.root);
}

/** Folders at the top of the vault stay, even empty. */
function secondFolder(path: VaultPath): VaultPath | null {
  return path.split('/').length < 3 ? null : firstSegments(path, 2);
}

function halfDone(cause: Error): RappelError {
  return new RappelError('io', `some files could not be put back: ${cause.message}`, {
    hint: 'Free the disk or the folder, then run the same command again: it puts them back first.',
    cause,
  });
}
