import { dirname } from 'node:path';
import { messageOf, RappelError } from '../../shared/errors.js';
import type { OnProgress } from '../../shared/progress.js';
import { createYielder } from '../../shared/yield-to-event-loop.js';
import { removeEmptyFolders } from '../../vault/empty-folders.js';
import type { Bytes } from '../../vault/files.js';
import { firstSegments, type VaultPath } from '../../vault/paths.js';
import type { Vault } from '../../vault/vault.js';
import type { Contents, History, HistoryEntry, Version } from '../history/history.js';
import { putContent, saveMerged } from '../history/replace-content.js';
import { withLock } from '../locks/lock.js';
import { withWriter } from '../locks/writers.js';
import { beginChangeset, type Changeset, type ChangesetEntry } from './changeset.js';
import { type Planned, planRevert, type RevertStep, recordedIn, stillChanging } from './plan-revert.js';
import { recordingIn, recoverChanges } from './recover-changes.js';

/** What an undo or restore changes, and the entry that records it. */
export interface Revert {
  steps: readonly RevertStep[];
  entry: ChangesetEntry;
}

/**
 * Runs an undo or a restore, one at a time: all of its steps are made and recorded or none, even if the process is killed in between. Null if
 * there is nothing to change.
 */
export async function runRevert(
  vault: Vault,
  history: History,
  prepare: () => Promise<Revert>,
  watch: RevertOptions = {},
): Promise<HistoryEntry | null> {
  await recoverChanges({
    vault,
    history: async () => history,
    afterChanges: recordingIn(history),
  });
  return withLock(vault.root, 'revert', () =>
    withWriter(vault.root, async (announce) => {
      announce();
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

async function revert(
  vault: Vault,
  history: History,
  { steps, entry }: Revert,
  changes: readonly Planned[],
  watch: RevertOptions,
): Promise<HistoryEntry | null> {
  const changeset = beginChangeset(vault.root, entry);
  for (const { text: _, ...change } of changes) changeset.tell(change);
  let isMade = false;
  try {
    const contents = async () => {
      changeset.ready();
      const made = await apply(vault, history, steps, changes, watch);
      changeset.made();
      isMade = true;
      return made;
    };
    const paths = steps.map(({ path }) => path);
    const recorded = await history.record({ ...entry, id: changeset.id, paths, contents });
    changeset.done();
    return recorded;
  } catch (error) {
    // The history may have it: whoever looks next knows.
    if (isMade) changeset.leave();
    else takeBack(vault, changeset);
    throw error;
  }
}

function takeBack(vault: Vault, changeset: Changeset): void {
  try {
    changeset.rollBack(vault);
  } catch (cause) {
    throw halfDone(cause as Error);
  }
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
      const { text: expected, ...change } = changes[index]!;
      if (next === null) {
        putContent(vault, path, expected, null, change.kind === 'remove' ? change.batch : undefined);
        made.set(path, null);
      } else if ('merged' in next) made.set(path, saveMerged(vault, path, expected, next.merged));
      else {
        putContent(vault, path, expected, (await contents.next()).value);
        made.set(path, next.version);
      }
    }
  } finally {
    await contents.return?.();
  }
  const removed = steps.flatMap(({ path, next }) => (next === null ? [path] : []));
  const oneOfEach = new Map(removed.map((path) => [dirname(path), path]));
  for (const path of oneOfEach.values()) removeEmptyFolders(vault.root, path, secondFolder(path));
  return made;
}

/** Folders at the top of the vault stay, even empty. */
function secondFolder(path: VaultPath): VaultPath | null {
  return path.split('/').length < 3 ? null : firstSegments(path, 2);
}

function halfDone(cause: Error): RappelError {
  return new RappelError('io', 'undo.half_done', { reason: messageOf(cause), cause });
}
