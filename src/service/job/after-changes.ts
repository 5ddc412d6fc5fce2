import type { VaultPath } from '../../vault/paths.js';
import type { History, HistoryEntry, RecordRequest } from '../history/history.js';

/** What follows every change of the vault, whoever made it: the tree, the history, the index. */
export type AfterChanges = (
  paths: readonly VaultPath[],
  why: Omit<RecordRequest, 'paths'>,
) => Promise<HistoryEntry | null>;

/** The index of the search, as far as changes concern it. */
export interface ChangedFileIndex {
  /** Brings the index up to date for these files, and for what is in these folders; a file that is gone leaves nothing behind. */
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
    // Recording comes first: what is not in the history can't be undone; the index can always be rebuilt.
    const entry = await deps.history.record({ ...why, paths });
    await deps.index.refresh(paths);
    return entry;
  };
}
