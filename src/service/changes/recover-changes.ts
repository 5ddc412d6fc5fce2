import { removeFile } from '../../vault/disk.js';
import type { Bytes } from '../../vault/files.js';
import type { VaultPath } from '../../vault/paths.js';
import type { Vault } from '../../vault/vault.js';
import type { History, HistoryEntry } from '../history/history.js';
import { historyHead } from '../history/store.js';
import type { AfterChanges } from '../job/after-changes.js';
import { withLock } from '../locks/lock.js';
import { type ChangesetEntry, type LeftChangeset, leftChangesets, rollBack } from './changeset.js';

export interface RecoveryDeps {
  vault: Vault;
  history(): Promise<History>;
  afterChanges: AfterChanges;
  /** Finishes a changeset that must be finished, by what its plan does; one whose plan nobody here knows is left to the next process. */
  finish?: Readonly<Record<string, (left: LeftChangeset) => Promise<void>>>;
}

/** What follows where nothing but the history does. */
export function recordingIn(history: History): AfterChanges {
  return async (paths, { areRecorded, ...why }) => (areRecorded ? null : history.record({ ...why, paths }));
}

/** What became of a changeset. */
export interface Recovered extends LeftChangeset {
  /** Null where it was rolled back, finished elsewhere, or changed nothing. */
  recorded: HistoryEntry | null;
  /** Files that were changed since, and so could not be rolled back. */
  kept: string[];
  /** Why it is still left. */
  error: Error | null;
}

/**
 * Ends what killed or failed processes began: what was changed as a whole becomes its entry of the history, everything else is rolled back, or
 * finished where the changeset says so. Nothing that another program wrote since is overwritten. Done before the next changeset begins, and
 * before edits of other programs are recorded. A second call finds nothing.
 */
export async function recoverChanges(deps: RecoveryDeps): Promise<void> {
  // Updates belong to whoever holds their queue.
  const isOurs = ({ entry }: LeftChangeset) => entry.source !== 'update';
  if (!leftChangesets(deps.vault.root).some(isOurs)) return;
  const ended = await withLock(deps.vault.root, 'changes', () => endChangesets(deps, isOurs));
  const failed = ended.find(({ error }) => error !== null);
  if (failed !== undefined) throw failed.error;
}

/**
 * `entryOf` says by what else than the changeset it is known that everything was changed: the entry is recorded then; null where it is not.
 */
export async function endChangesets(
  deps: RecoveryDeps,
  isOurs: (left: LeftChangeset) => boolean,
  entryOf: (left: LeftChangeset) => ChangesetEntry | null = madeEntry,
): Promise<Recovered[]> {
  const found = leftChangesets(deps.vault.root).filter(isOurs);
  const ended: Recovered[] = [];
  for (const [at, left] of found.entries()) {
    const result: Recovered = { ...left, recorded: null, kept: [], error: null };
    try {
      const entry = left.unfinished === 'finish' ? null : entryOf(left);
      if (left.unfinished === 'finish') {
        const finish = deps.finish?.[String(left.plan?.do)];
        if (finish === undefined) continue;
        await finish(left);
        removeFile(left.address);
      } else if (entry !== null) {
        result.recorded = await record(deps, left, entry, found.slice(at + 1));
        removeFile(left.address);
      } else result.kept = rollBack(deps.vault, left.address);
    } catch (error) {
      result.error = error as Error;
    }
    ended.push(result);
  }
  return ended;
}

function madeEntry({ entry, isMade, unfinished }: LeftChangeset): ChangesetEntry | null {
  return isMade || unfinished === 'keep' ? entry : null;
}

async function record(
  { vault, history, afterChanges }: RecoveryDeps,
  { id, head, changes }: LeftChangeset,
  entry: ChangesetEntry,
  later: readonly LeftChangeset[],
): Promise<HistoryEntry | null> {
  const paths = [
    ...new Set(
      changes.flatMap((change) => (change.kind === 'move' ? [change.from, change.to] : [change.path])),
    ),
  ];
  // An update may have been filed by another machine too.
  const isKnown = (one: HistoryEntry) =>
    one.id === id || (entry.source === 'update' && one.source === 'update' && one.input === entry.input);
  const known = (await (await history()).entries()).findLast(isKnown);
  const recorded = await afterChanges(paths, {
    ...entry,
    id,
    areRecorded: known !== undefined,
    written: foundBy(later, paths),
    // If entries came since it began, the content from before it is an old version, not an edit to record.
    ...(known === undefined && head === historyHead(vault.root) && { before: beforeImages(changes) }),
  });
  return known ?? recorded;
}

/** The content of files before the first of these changes. */
function beforeImages(changes: LeftChangeset['changes']): Map<VaultPath, Bytes | null> {
  const before = new Map<VaultPath, Bytes | null>();
  for (const change of changes)
    if (change.kind === 'save' && !before.has(change.path)) before.set(change.path, change.before);
  return before;
}

/** What a changeset left in its files, as the first later one found it. */
function foundBy(later: readonly LeftChangeset[], paths: readonly VaultPath[]): Map<VaultPath, Bytes> {
  const found = new Map<VaultPath, Bytes>();
  const images = later.map(({ changes }) => beforeImages(changes));
  for (const path of paths) {
    const image = images.find((one) => one.has(path))?.get(path);
    if (image) found.set(path, image);
  }
  return found;
}
