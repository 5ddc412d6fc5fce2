import { setImmediate } from 'node:timers/promises';
import type { RefreshOptions, RefreshReport } from './engine.js';
import type { FileSource } from './files.js';
import type { Store } from './store.js';

/**
 * Compares the files with the index by size and time, and makes up for the difference. Works in batches, each one
 * transaction: a kill loses one batch, other processes write in between, and the event loop breathes.
 */
export async function refreshIndex(
  store: Store,
  files: FileSource,
  { onProgress, signal }: RefreshOptions = {},
): Promise<RefreshReport> {
  const listed = files.list();
  const known = store.known();
  const changed = listed.filter((file) => {
    const old = known.get(file.path);
    return old === undefined || old.size !== file.size || old.modified !== file.modified;
  });
  const present = new Set(listed.map((file) => file.path));
  const gone = [...known.keys()].filter((path) => !present.has(path));
  let removed = 0;
  for (let at = 0; at < gone.length; at += BATCH) {
    signal?.throwIfAborted();
    store.batch(() => {
      for (const path of gone.slice(at, at + BATCH)) store.remove(path);
    });
    removed = Math.min(gone.length, at + BATCH);
  }
  let indexed = 0;
  for (let at = 0; at < changed.length; ) {
    signal?.throwIfAborted();
    const started = performance.now();
    store.batch(() => {
      // A batch ends after a while, however large its files are.
      for (
        let n = 0;
        n < BATCH && at < changed.length && performance.now() - started < MAX_MILLISECONDS;
        n++
      ) {
        const { path } = changed[at++]!;
        const file = files.read(path);
        if (file === null) store.remove(path);
        else store.put(file.version, file.text);
        indexed++;
      }
    });
    onProgress?.(indexed, changed.length);
    await setImmediate();
  }
  const { chunks, files: total } = store.counts();
  return { files: total, chunks, indexed, removed };
}

const BATCH = 1_000;
const MAX_MILLISECONDS = 500;
