import { grown } from '../../shared/grown.js';
import { createPathTable, type PathTable } from '../../vault/path-table.js';
import type { VaultPath } from '../../vault/paths.js';
import { withLock } from '../locks/lock.js';
import type { Version, Versions } from './history.js';
import { treeFiles } from './objects.js';
import type { Repository } from './private-git-dir.js';
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

const ID_BYTES = 20;

/** The recorded content of files, as a map does it, in a tenth of its memory. */
interface RecordedFiles extends Versions {
  set(path: VaultPath, version: Version): void;
  delete(path: VaultPath): void;
  /** Takes over what others hold, which number their paths alike. */
  add(others: RecordedFiles): void;
  /** A copy that later entries don't change. */
  copy(): Versions;
  /** The ids of all files by their numbers, 20 bytes each, and a 1 for each that is recorded. */
  raw(): Raw;
}

interface Raw {
  ids: Uint8Array;
  held: Uint8Array;
}

export function createRecordedFiles(
  paths: PathTable,
  /** `held` is 1 for a file that is recorded. */
  { ids, held }: Raw = { ids: new Uint8Array(0), held: new Uint8Array(0) },
): RecordedFiles {
  function versionAt(number: number): Version {
    return Buffer.from(ids.buffer, number * ID_BYTES, ID_BYTES).toString('hex');
  }

  function* numbers(): Generator<number> {
    for (let number = held.indexOf(1); number !== -1; number = held.indexOf(1, number + 1)) yield number;
  }

  function* entries(): Generator<[VaultPath, Version]> {
    for (const number of numbers()) yield [paths.at(number), versionAt(number)];
  }

  return {
    has: (path) => held[paths.find(path)] === 1,
    get(path) {
      const number = paths.find(path);
      return held[number] === 1 ? versionAt(number) : undefined;
    },
    set(path, version) {
      const number = paths.add(path);
      ids = grown(ids, paths.size * ID_BYTES);
      held = grown(held, paths.size);
      Buffer.from(ids.buffer, number * ID_BYTES, ID_BYTES).write(version, 'hex');
      held[number] = 1;
    },
    delete(path) {
      const number = paths.find(path);
      if (number in held) held[number] = 0;
    },
    // As bytes: a new history holds every file, and requests wait meanwhile.
    add(others) {
      const from = others.raw();
      ids = grown(ids, from.ids.length);
      held = grown(held, from.held.length);
      for (let number = from.held.indexOf(1); number !== -1; number = from.held.indexOf(1, number + 1)) {
        const at = number * ID_BYTES;
        ids.set(from.ids.subarray(at, at + ID_BYTES), at);
        held[number] = 1;
      }
    },
    copy: () => createRecordedFiles(paths, { ids: ids.slice(), held: held.slice() }),
    raw: () => ({ ids, held }),
    *keys() {
      for (const number of numbers()) yield paths.at(number);
    },
    [Symbol.iterator]: entries,
  };
}
