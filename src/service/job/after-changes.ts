import type { OnProgress } from '../../shared/progress.js';
import { createYielder } from '../../shared/yield-to-event-loop.js';
import type { Bytes } from '../../vault/files.js';
import { countInbox } from '../../vault/inbox-count.js';
import { kindOf } from '../../vault/kinds.js';
import type { VaultPath } from '../../vault/paths.js';
import { writeTreeInTurns } from '../../vault/tree-file.js';
import type { Vault } from '../../vault/vault.js';
import type { Publisher } from '../events/events.js';
import type { History, HistoryEntry, RecordRequest } from '../history/history.js';
import type { LiveTree } from './live-tree.js';

/** What follows every change of the vault, by any program: tree, history, index. */
export type AfterChanges = (
  paths: readonly VaultPath[],
  why: Omit<RecordRequest, 'paths'> & {
    /** The changes are in the history already: whatever else is found there was done by somebody else, and is recorded as such. */
    areRecorded?: boolean;
  },
) => Promise<HistoryEntry | null>;

/** The index of the search, as far as changes concern it. */
export interface ChangedFileIndex {
  /** Updates the index for these files and for everything in these folders; removes files that are gone. */
  refresh(paths: readonly VaultPath[]): Promise<void>;
}

export function createAfterChanges(deps: {
  vault: Vault;
  history: History;
  index: ChangedFileIndex;
  updateTree: (paths: readonly VaultPath[]) => void | Promise<void>;
  onProgress?: OnProgress;
}): AfterChanges {
  return async (paths, { areRecorded = false, ...why }) => {
    if (paths.length === 0) return null;
    await deps.updateTree(paths);
    // A run that rewrites the overview may drop the count.
    const isCounted = paths.some((path) => path === 'overview.md' || kindOf(path) === 'inbox');
    const counted = isCounted ? countInbox(deps.vault) : new Map<VaultPath, string>();
    const all = [...new Set([...paths, ...counted.keys()])];
    const written = new Map(why.written);
    for (const path of counted.keys()) written.delete(path);
    // In a history that begins now, a file whose past is not known would count as added: an undo would delete it.
    const unrecorded = areRecorded ? [] : paths;
    const earlier = [...counted].filter(([path]) => !unrecorded.includes(path));
    const added = earlier.map(([path, text]) => [path, Buffer.from(text)] as const);
    // As it was given, where nothing is added: it reads large files as they are asked for.
    const before =
      added.length === 0
        ? (why.before ?? new Map<VaultPath, null>())
        : new Map<VaultPath, Bytes | null>([...added, ...(why.before ?? [])]);
    deps.onProgress?.({ work: 'recording', done: 0, total: null });
    // Recording comes first: an unrecorded change can't be undone, but the index can always be rebuilt.
    const recording = [...new Set([...unrecorded, ...counted.keys()])];
    const entry =
      recording.length === 0
        ? null
        : await deps.history.record({ ...why, paths: recording, written, before });
    await deps.index.refresh(all);
    return entry;
  };
}

/** Brings the tree in memory up to date, and writes it down. */
export function refreshingTree(vault: Vault, tree: LiveTree) {
  return async (paths: readonly VaultPath[]): Promise<void> => {
    const yieldToEventLoop = createYielder();
    for (const path of paths) {
      await yieldToEventLoop();
      tree.refresh(path);
    }
    await writeTreeInTurns(vault, await tree.measured());
  };
}

/** The same, with an event for clients that watch. */
export function publishingEntries(
  follow: AfterChanges,
  events: Publisher<{ history: HistoryEntry }>,
): AfterChanges {
  return async (paths, why) => {
    const entry = await follow(paths, why);
    if (entry !== null) events.publish('history', entry);
    return entry;
  };
}
