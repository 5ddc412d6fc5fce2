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
  await setImmediate();
  await inBatches(gone, (path) => store.remove(path));
  await inBatches(
    changed,
    ({ path }) => {
      const file = files.read(path);
      if (file === null) store.remove(path);
      else store.put(file.version, file.text);
    },
    onProgress,
  );
  const { chunks, files: total } = store.counts();
  return { files: total, chunks, indexed: changed.length, removed: gone.length };

  async function inBatches<Item>(
    items: readonly Item[],
    change: (item: Item) => void,
    report?: (done: number, total: number) => void,
  ): Promise<void> {
    for (let at = 0; at < items.length; ) {
      signal?.throwIfAborted();
      const started = performance.now();
      store.batch(() => {
        // By the clock: a batch ends soon, however large its files are.
        do change(items[at++]!);
        while (at < items.length && performance.now() - started < MAX_MILLISECONDS);
      });
      report?.(at, items.length);
      await setImmediate();
    }
  }
}

/** What waits for the event loop (a keystroke, a search) waits this long, and for the end of a transaction. */
const MAX_MILLISECONDS = 80;
