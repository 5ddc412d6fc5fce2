import { createPathTable, type PathTable } from '../../vault/path-table.js';
import type { VaultPath } from '../../vault/paths.js';
import { withLock } from '../locks/lock.js';
import { treeFiles } from './objects.js';
import type { Repository } from './private-git-dir.js';
import { createRecordedFiles, type RecordedFiles } from './recorded-files.js';
import type { HistoryStore } from './store.js';
import type { Trust } from './trust.js';

export type Recorded = ReturnType<typeof createRecorded>;

/** What is recorded now. Another process may move the head at any time, so it is read at every use. */
export function createRecorded(deps: {
  root: string;
  store: HistoryStore;
  trust: Trust;
  paths?: PathTable | undefined;
}) {
  const { root, store, trust, paths = createPathTable() } = deps;
  let known: { head: string; blobs: RecordedFiles } | null = null;

  /** The history as git may see it, checked. */
  async function repository(): Promise<Repository> {
    if (store.isUnfinished()) await withLock(root, 'history', async () => store.prepare());
    const found = store.repository();
    await trust.check(found);
    return found;
  }

  async function readFiles(from: Repository, head: string): Promise<RecordedFiles> {
    const blobs = createRecordedFiles(paths);
    for await (const [path, id] of treeFiles(from, head)) blobs.set(path, id);
    return blobs;
  }

  return {
    repository,
    /** The newest recorded content of every file; the next entry changes it. */
    async tree(): Promise<{ repository: Repository; blobs: RecordedFiles }> {
      const current = await repository();
      if (current.head === null) known = null;
      else if (known?.head !== current.head)
        known = { head: current.head, blobs: await readFiles(current, current.head) };
      return { repository: current, blobs: known?.blobs ?? createRecordedFiles(paths) };
    },
    /** The history was rewritten from checked content. */
    replaced(head: string | null): void {
      known = null;
      if (head !== null) trust.extend(head);
    },
    /** What a commit will have written. */
    written: () => createRecordedFiles(paths),
    /** A commit was made on top of `tree`, which becomes the newest one. A slow reader may have read an older one since. */
    advance(
      head: string,
      tree: RecordedFiles,
      { written, deleted }: { written: RecordedFiles; deleted: Iterable<VaultPath> },
    ): void {
      store.setHead(head);
      trust.extend(head);
      // The new tree is carried forward instead of read again.
      for (const path of deleted) tree.delete(path);
      tree.add(written);
      known = { head, blobs: tree };
    },
  };
}
