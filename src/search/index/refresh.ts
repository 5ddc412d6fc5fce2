import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { RefreshOptions, RefreshReport } from '../engine.js';
import type { FileSource, FileVersion } from '../files.js';
import { type StaticEmbedder, storedVectorOf } from '../models/static/static-embedder.js';
import type { VectorOf } from './chunk-writer.js';
import type { PreparedFile } from './prepare-file.js';
import type { Store } from './store.js';
import { startPreparingThread } from './thread/preparing-thread.js';
import { updateFile } from './update-file.js';

/** What is made along with the index of many files. */
interface Along {
  /** The chunks' vectors: by the embedder that comes with Rappel, which takes no time to speak of. */
  vectorsOf?: StaticEmbedder | null;
  /** Milliseconds of a batch, for one who answers others meanwhile: more batches take longer. */
  batchMs?: number;
}

/**
 * Compares the files with the index by size and time, and makes up for the difference. Works in batches, each one
 * transaction: a kill loses one batch, other processes write in between, and the event loop gets its turn.
 */
export async function refreshIndex(
  store: Store,
  files: FileSource,
  options: RefreshOptions & Along = {},
): Promise<RefreshReport> {
  // Looking at so many files takes seconds.
  if (store.counts().files >= VERY_MANY) options.onLagging?.();
  // Nothing of the first look is kept: most often the files are those of the last time, and memory costs time.
  const before = store.listing();
  if (before.fingerprint !== null && before.fingerprint === (await fingerprintOf(files.list)))
    return { ...store.counts(), indexed: 0, removed: 0 };
  // Read before the files are listed: one that comes meanwhile, and is indexed by whoever saw it, is not taken for one that is gone.
  const known = store.versions();
  const { size } = known;
  const fingerprint = createFingerprint();
  const changed: FileVersion[] = [];
  // What is left of the known ones is gone: of a hundred thousand files, no second list is made.
  await files.list((file) => {
    fingerprint.add(file);
    const old = known.get(file.path);
    if (old === undefined || !isSame(old, file)) changed.push(file);
    known.delete(file.path);
  });
  if (changed.length >= MANY && changed.length <= size / 2) options.onLagging?.();
  // One that has come back since, and was indexed, stays.
  const remove = ([path, before]: [string, Version]) => {
    const now = store.find(path);
    if (now !== null && isSame(now, before)) store.remove(path);
  };
  await inBatches([...known], remove, store, { signal: options.signal, batchMs: options.batchMs });
  if (changed.length < MANY)
    await inBatches(changed, ({ path }) => updateFile(store, files, path), store, options);
  else await withThread(changed, store, files, options);
  // No process stored anything: the index matches this list of files.
  if (store.listing().changes === before.changes) store.keepListing(fingerprint.digest(), before.changes);
  return { ...store.counts(), indexed: changed.length, removed: known.size };
}

type Version = Omit<FileVersion, 'path'>;

function isSame(a: Version, b: Version): boolean {
  return a.size === b.size && a.modified === b.modified;
}

/** Indexes files that changed. In batches too: a transaction for each file takes longer than its text. */
export function updateFiles(
  store: Store,
  files: FileSource,
  paths: readonly string[],
  batchMs?: number,
): Promise<void> {
  return inBatches(paths, (path) => updateFile(store, files, path), store, { batchMs });
}

async function fingerprintOf(list: FileSource['list']): Promise<string> {
  const fingerprint = createFingerprint();
  await list(fingerprint.add);
  return fingerprint.digest();
}

/** The same for the same files with the same sizes and times: comparing it is cheaper than reading what is known. */
function createFingerprint() {
  const hash = createHash('sha1');
  const numbers = new Float64Array(2 * HASHED_AT_ONCE);
  let paths: string[] = [];
  const hashPaths = () => {
    hash.update(paths.join('\n')).update(numbers.subarray(0, 2 * paths.length));
    paths = [];
  };
  return {
    add({ path, size, modified }: FileVersion): void {
      numbers[2 * paths.length] = size;
      numbers[2 * paths.length + 1] = modified;
      if (paths.push(path) === HASHED_AT_ONCE) hashPaths();
    },
    digest(): string {
      hashPaths();
      return hash.digest('base64');
    },
  };
}

const HASHED_AT_ONCE = 512;

/** What waits for the event loop (a keystroke, a search) waits this long, and for the end of a transaction. */
const MAX_MILLISECONDS = 80;
/** Fewer are done here before a thread has started. */
const MANY = 400;
/** A search does not wait until so many files are compared with the index. */
export const VERY_MANY = 20_000;
/** How much a thread is given at once, and how much lies ready for it: it should never wait for this one. */
const FILES_AT_ONCE = 64;
const LETTERS_AT_ONCE = 600_000;
const AHEAD = 2;

type Options = { [Name in 'signal' | 'onProgress' | 'batchMs']?: (RefreshOptions & Along)[Name] | undefined };

async function inBatches<Item>(
  items: readonly Item[],
  change: (item: Item) => void,
  store: Store,
  { signal, onProgress, batchMs = MAX_MILLISECONDS }: Options,
): Promise<void> {
  for (let at = 0; at < items.length; ) {
    signal?.throwIfAborted();
    const started = performance.now();
    store.batch(() => {
      // By the clock: a batch ends soon, however large its files are.
      do change(items[at++]!);
      while (at < items.length && performance.now() - started < batchMs);
    });
    onProgress?.(at, items.length);
    await setImmediate();
  }
}

/** One thread takes the files apart while this one reads them, makes vectors and stores what is ready. */
async function withThread(
  changed: readonly FileVersion[],
  store: Store,
  files: FileSource,
  { signal, onProgress, vectorsOf, batchMs }: RefreshOptions & Along,
): Promise<void> {
  const thread = startPreparingThread({ withTokens: Boolean(vectorsOf) });
  // Where the model can't be read, the first deep search will meet that again, and say so.
  const model = (await vectorsOf?.model().catch(() => null)) ?? null;
  const vectorOf = model === null ? null : (tokens: Uint16Array) => storedVectorOf(model, tokens);
  const ahead: Promise<ReadFile[]>[] = [];
  let read = 0;
  let done = 0;
  try {
    while (done < changed.length) {
      while (ahead.length < AHEAD && read < changed.length) ahead.push(prepareNext());
      const ready = await ahead.shift()!;
      signal?.throwIfAborted();
      await inBatches(ready, (file) => put(file, vectorOf, store, files), store, { signal, batchMs });
      done += ready.length;
      onProgress?.(done, changed.length);
    }
  } finally {
    await thread.close();
  }

  async function prepareNext(): Promise<ReadFile[]> {
    const next: { path: string; file: ReturnType<FileSource['read']> }[] = [];
    let letters = 0;
    while (read < changed.length && next.length < FILES_AT_ONCE && letters < LETTERS_AT_ONCE) {
      const { path } = changed[read++]!;
      const file = files.read(path);
      next.push({ path, file });
      letters += file?.text.length ?? 0;
    }
    const texts = next.flatMap(({ path, file }) => (file === null ? [] : [{ path, text: file.text }]));
    const prepared = await thread.prepare(texts);
    let at = 0;
    return next.map(({ path, file }) =>
      file === null ? { path, version: null } : { path, version: file.version, prepared: prepared[at++]! },
    );
  }
}

/** A file as it was read a moment ago, or gone by then. */
type ReadFile = { path: string } & ({ version: null } | { version: FileVersion; prepared: PreparedFile });

/** What has changed since it was read may be indexed already, and newer: it is read once more. */
function put(file: ReadFile, vectorOf: VectorOf | null, store: Store, files: FileSource): void {
  const now = files.version(file.path);
  const isSame = now?.size === file.version?.size && now?.modified === file.version?.modified;
  if (isSame && file.version !== null) store.putPrepared(file.version, file.prepared, vectorOf);
  else updateFile(store, files, file.path);
}
