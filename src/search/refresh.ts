import { setImmediate } from 'node:timers/promises';
import type { RefreshOptions, RefreshReport } from './engine.js';
import type { FileSource } from './files.js';
import { type PreparedFile, prepareFile } from './prepared-file.js';
import type { Store } from './store.js';

/**
 * Compares the files with the index by size and time, and makes up for the difference. Works in batches, each one
 * transaction: a kill loses one batch, other processes write in between, and the event loop gets its turn before that.
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
  await setImmediate();
  for (let at = 0; at < gone.length; ) {
    signal?.throwIfAborted();
    const isOver = lasting(WRITING);
    store.batch(() => {
      do store.remove(gone[at++]!);
      while (at < gone.length && !isOver());
    });
    await setImmediate();
  }
  for (let at = 0; at < changed.length; ) {
    const batch = await prepareSome(at);
    signal?.throwIfAborted();
    store.batch(() => {
      for (const file of batch) {
        if (typeof file === 'string') store.remove(file);
        else store.write(file);
      }
    });
    at += batch.length;
    onProgress?.(at, changed.length);
    await setImmediate();
  }
  const { chunks, files: total } = store.counts();
  return { files: total, chunks, indexed: changed.length, removed: gone.length };

  /** Files from this place on, ready to be written; the paths of those that are gone. */
  async function prepareSome(from: number): Promise<(PreparedFile | string)[]> {
    const batch: (PreparedFile | string)[] = [];
    const before = store.transactions();
    const isEnough = lasting(BATCH);
    let isOver = lasting(PAUSE);
    for (let at = from; at < changed.length && (at === from || !isEnough()); at++) {
      if (isOver()) {
        await setImmediate();
        signal?.throwIfAborted();
        isOver = lasting(PAUSE);
      }
      batch.push(read(changed[at]!.path));
    }
    // Somebody wrote to the index during a pause, perhaps one of these files in a newer state.
    if (store.transactions() !== before) return batch.map((_, index) => read(changed[from + index]!.path));
    return batch;
  }

  function read(path: string): PreparedFile | string {
    const file = files.read(path);
    if (file === null) return path;
    const prepared = prepareFile(file.version, file.text);
    const old = known.get(path);
    if (old === undefined || Buffer.compare(old.hash, prepared.hash) !== 0) prepared.chunks();
    return prepared;
  }
}

/** Milliseconds until the event loop gets its turn: a keystroke or a search waits no longer. */
const PAUSE = 50;
/** How long files are read for one transaction; writing takes about half as long. Many small ones cost more. */
const BATCH = 200;
const WRITING = 100;

function lasting(milliseconds: number): () => boolean {
  const end = performance.now() + milliseconds;
  return () => performance.now() >= end;
}
