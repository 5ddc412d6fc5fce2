import type { VaultPath } from '../../vault/paths.js';
import type { History, HistoryEntry, RecordRequest } from '../history/history.js';

/** What follows every change of the vault, by any program: tree, history, index. */
export type AfterChanges = (
  paths: readonly VaultPath[],
  why: Omit<RecordRequest, 'paths'>,
) => Promise<HistoryEntry | null>;

/** The index of the search, as far as changes concern it. */
export interface ChangedFileIndex {
  /** Updates the index for these files and for everything in these folders; removes files that are gone. */
  refresh(paths: readonly VaultPath[]): Promise<void>;
}

export function createAfterChanges(deps: {
  history: History;
  index: ChangedFileIndex;
  updateTree: (paths: readonly VaultPath[]) => void | Promise<void>;
}): AfterChanges {
  return async (paths, why) => {
    if (paths.length === 0) return null;
    await deps.updateTree(paths);
    // Recording comes first: an unrecorded change can't be undone, but the index can always be rebuilt.
    const entry = await deps.history.record({ ...why, paths });
    await deps.index.refresh(paths);
    return entry;
  };
}
