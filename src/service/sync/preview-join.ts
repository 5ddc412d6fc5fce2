import { filesAtCommit } from './divergence.js';
import { findConflicts } from './find-conflicts.js';
import { fetchChecked } from './incoming.js';
import { hasCommit } from './read-log.js';
import type { SyncDeps } from './sync-deps.js';
import { isUntouched } from './untouched.js';

/** What a first sync would do, in files. */
export interface FileCounts {
  /** Only the remote has them: they come here. */
  arrive: number;
  /** Only this vault has them: they go there. */
  leave: number;
  /** Both have them, and they differ: they are merged. */
  merge: number;
  /** Places that both say differently: one question each. */
  ask: number;
}

/** Compares a vault with a remote that it never met. */
export async function previewJoin(deps: SyncDeps): Promise<FileCounts> {
  const { store, recorded, remote } = deps;
  await deps.recordEdits();
  const { head: own } = await recorded.repository();
  const shared = await remote.head();
  store.make();
  if (shared !== null && !(await hasCommit(store.repository(), shared)))
    await fetchChecked(store, remote, shared, null);
  const repository = store.repository();
  const isEmpty = await isUntouched(repository, own);
  const [here, there] = [
    await filesAtCommit(repository, isEmpty ? null : own),
    await filesAtCommit(repository, shared),
  ];
  const both = [...here.keys()].filter((path) => there.has(path));
  const sides = { base: new Map(), ours: there, theirs: here };
  return {
    arrive: there.size - both.length,
    leave: here.size - both.length,
    merge: both.filter((path) => here.get(path) !== there.get(path)).length,
    ask: (await findConflicts(repository, sides, [])).length,
  };
}
