import type { VaultPath } from '../../vault/paths.js';
import { withLock } from '../locks/lock.js';
import { readTree } from './objects.js';
import type { Repository } from './private-git-dir.js';
import type { Store } from './store.js';
import type { Trust } from './trust.js';

export type Recorded = ReturnType<typeof createRecorded>;

/** What is recorded now. Another process may move the head at any time, so it is read at every use. */
export function createRecorded(deps: { root: string; store: Store; trust: Trust }) {
  const { root, store, trust } = deps;
  let known: { head: string; blobs: Map<VaultPath, string> } | null = null;

  /** The history as git may see it, checked. */
  async function repository(): Promise<Repository> {
    if (store.isUnfinished()) await withLock(root, 'history', async () => store.prepare());
    const found = store.repository();
    await trust.check(found);
    return found;
  }

  return {
    repository,
    /** The newest recorded content of every file. */
    async tree(): Promise<{ repository: Repository; blobs: ReadonlyMap<VaultPath, string> }> {
      const current = await repository();
      if (current.head === null) known = null;
      else if (known?.head !== current.head)
        known = { head: current.head, blobs: await readTree(current, current.head) };
      return { repository: current, blobs: known?.blobs ?? new Map() };
    },
    /** The history was rewritten from checked content. */
    replaced(head: string | null): void {
      known = null;
      if (head !== null) trust.extend(head);
    },
    /** A commit was made on top of the tree that was read last. */
    advance(
      head: string,
      { written, deleted }: { written: ReadonlyMap<VaultPath, string>; deleted: Iterable<VaultPath> },
    ): void {
      store.setHead(head);
      trust.extend(head);
      // The new tree is carried forward instead of read again.
      const blobs = known?.blobs ?? new Map();
      for (const path of deleted) blobs.delete(path);
      for (const [path, id] of written) blobs.set(path, id);
      known = { head, blobs };
    },
  };
}
