import { createYielder, nextTurn } from '../../shared/yield-to-event-loop.js';
import type { RefreshOptions, RefreshReport } from '../engine.js';
import type { FileSource, FileStat } from '../files.js';
import { type StaticEmbedder, storedVectorOf } from '../models/static/static-embedder.js';
import type { StaticModel } from '../models/static/static-model.js';
import type { VectorMaking, VectorOf } from './chunk-writer.js';
import type { PreparedFile } from './prepare-file.js';
import type { Store } from './store.js';
import { startPreparingThread } from './thread/preparing-thread.js';

/** What is made along with the index of many files. */
interface Along {
  /** The chunks' vectors: by the embedder that comes with Rappel, which takes no time to speak of. */
  vectorsOf?: StaticEmbedder | null;
  /** Milliseconds of a batch, for one who answers others meanwhile: more batches take longer. */
  batchMs?: number;
}

type Version = Omit<FileStat, 'path'>;

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
  const list: FileSource['list'] = (visit, expected) =>
    files.list(
      visit &&
        ((file) => {
          options.signal?.throwIfAborted();
          visit(file);
        }),
      expected,
    );
  if (before.fingerprint !== null) {
    const { fingerprint } = await list(null, store.counts().files);
    options.signal?.throwIfAborted();
    if (fingerprint === before.fingerprint) return { ...store.counts(), indexed: 0, removed: 0 };
  }
  // Read before the files are listed: one that comes meanwhile, and is indexed by whoever saw it, is not taken for one that is gone.
  const known = await readVersions(store);
  const { changed, gone, isLagging, fingerprint } = await compareFiles(known, list);
  if (isLagging) options.onLagging?.();
  // One that has come back since, and was indexed, stays.
  const remove = ([path, before]: [string, Version]) => {
    const now = store.find(path);
    if (now !== null && isSame(now, before)) store.remove(path);
  };
  await inBatches([...gone], remove, store, { signal: options.signal, batchMs: options.batchMs });
  if (changed.length < MANY)
    await inBatches(changed, ({ path }) => updateFile(store, files, path), store, options);
  else await withThread(changed, store, files, options);
  // No process stored anything: the index matches this list of files.
  if (store.listing().changes === before.changes) store.keepListing(fingerprint, before.changes);
  return { ...store.counts(), indexed: changed.length, removed: gone.size };
}

/** Compares the files with what an index knows, by size and time. Of `known`, those that are gone are left. */
async function compareFiles(known: Map<string, Version>, list: FileSource['list']) {
  const { size } = known;
  const changed: FileStat[] = [];
  // Of a hundred thousand files, no second list is made.
  const { fingerprint, hides } = await list((file) => {
    const old = known.get(file.path);
    if (old === undefined || !isSame(old, file)) changed.push(file);
    known.delete(file.path);
  }, size);
  for (const path of known.keys()) if (hides(path)) known.delete(path);
  // Many changed files are still to be indexed, but the index has most of the vault.
  const isLagging = changed.length >= MANY && changed.length <= size / 2;
  return { changed, gone: known, isLagging, fingerprint };
}

function isSame(a: Version, b: Version): boolean {
  return a.size === b.size && a.modified === b.modified;
}

/** What the index knows of every file. */
async function readVersions(store: Store): Promise<Map<string, Version>> {
  const known = new Map<string, Version>();
  const yieldToEventLoop = createYielder();
  for (let last = 0; ; await yieldToEventLoop()) {
    const files = store.versionsAfter(last);
    for (const { path, size, modified } of files) known.set(path, { size, modified });
    if (files.length === 0) return known;
    last = files.at(-1)!.id;
  }
}

/** Indexes files that changed, with their vectors where a model is given. In batches too: a transaction for each file takes longer than its text. */
export function updateFiles(
  store: Store,
  files: FileSource,
  paths: readonly string[],
  { model = null, batchMs }: { model?: StaticModel | null; batchMs?: number } = {},
): Promise<void> {
  const making = makingWith(model);
  return inBatches(paths, (path) => updateFile(store, files, path, making), store, { batchMs });
}

/** Indexes one file as it is now, with the vectors of its chunks where these are made too, or forgets it. */
function updateFile(store: Store, files: FileSource, path: string, making: VectorMaking | null = null): void {
  const file = files.read(path);
  if (file === null) store.remove(path);
  else store.put(file.version, file.text, making);
}

function makingWith(model: StaticModel | null): VectorMaking | null {
  return model && { words: model.words, vectorOf: (tokens) => storedVectorOf(model, tokens) };
}

/** What waits for the event loop (a keystroke, a search) waits this long, and for the end of a transaction. */
const MAX_MILLISECONDS = 80;
/** So many files are prepared in a thread; fewer are done before one has started. */
const MANY = 400;
/** A search does not wait until so many files are compared with the index. */
export const VERY_MANY = 20_000;
type Options = { [Name in 'signal' | 'onProgress' | 'batchMs']?: (RefreshOptions & Along)[Name] | undefined };

async function inBatches<Item>(
  items: readonly Item[],
  change: (item: Item) => void,
  store: Store,
  { signal, onProgress, batchMs }: Options,
): Promise<void> {
  for (let at = 0; at < items.length; ) {
    signal?.throwIfAborted();
    const started = performance.now();
    store.batch(() => {
      // By the clock: a batch ends soon, however large its files are.
      do change(items[at++]!);
      while (at < items.length && performance.now() - started < (batchMs ?? MAX_MILLISECONDS));
    });
    onProgress?.(at, items.length);
    await nextTurn();
    if (batchMs === undefined) continue;
    store.mergeSome();
    await nextTurn();
  }
}

/** A thread takes the files apart; this one makes vectors and stores what is ready. */
async function withThread(
  changed: readonly FileStat[],
  store: Store,
  files: FileSource,
  { signal, onProgress, vectorsOf, batchMs }: RefreshOptions & Along,
): Promise<void> {
  // Where the model can't be read, the first deep search will meet that again, and say so.
  const model = (await vectorsOf?.model().catch(() => null)) ?? null;
  const vectorOf = makingWith(model)?.vectorOf ?? null;
  let done = 0;
  const atOnce = batchMs === undefined ? undefined : FEW_FILES_AT_ONCE;
  for await (const ready of prepareFiles(changed, files, Boolean(vectorsOf), atOnce)) {
    signal?.throwIfAborted();
    await inBatches(ready, (file) => put(file, vectorOf, store, files), store, { signal, batchMs });
    done += ready.length;
    onProgress?.(done, changed.length);
  }
}

/** What has changed since it was read may be indexed already, and newer: it is read once more. */
function put(file: ReadFile, vectorOf: VectorOf | null, store: Store, files: FileSource): void {
  if (file.version !== null && isCurrent(file, files))
    store.putPrepared(file.version, file.prepared, vectorOf);
  else updateFile(store, files, file.path);
}

/** A file as it was read a moment ago, or gone by then. */
type ReadFile = { path: string } & ({ version: null } | { version: FileStat; prepared: PreparedFile });

interface FileText {
  path: string;
  file: ReturnType<FileSource['read']>;
}

/** How much the thread is given at once, and how much lies ready for it: it should never wait for its caller. */
const FILES_AT_ONCE = 64;
/**
 * Beside one who answers: what lies ready outlives the short searches for garbage, and the long ones, by several threads, would take the
 * processors from the answers.
 */
const FEW_FILES_AT_ONCE = 8;
/** Of a large file, or of many small ones. */
const LETTERS_OF_A_FILE = 10_000;
const AHEAD = 2;

/** Reads files, in their order; a thread takes them apart meanwhile. */
async function* prepareFiles(
  changed: readonly FileStat[],
  files: FileSource,
  withTokens: boolean,
  filesAtOnce = FILES_AT_ONCE,
): AsyncGenerator<ReadFile[]> {
  const thread = startPreparingThread({ withTokens });
  const ahead: Promise<ReadFile[]>[] = [];
  let read = 0;
  let reading: Promise<FileText[]> = Promise.resolve([]);
  try {
    for (;;) {
      while (ahead.length < AHEAD && read < changed.length) {
        const next = prepareNext();
        // A failure is told when its turn comes, unless the one before has failed already.
        next.catch(() => {});
        ahead.push(next);
      }
      const ready = await ahead.shift();
      if (ready === undefined) return;
      yield ready;
    }
  } finally {
    await thread.close();
  }

  async function prepareNext(): Promise<ReadFile[]> {
    // One after the other: files are stored in the order in which they are read, which decides between equal scores.
    reading = reading.then(readNext);
    const next = await reading;
    const texts = next.flatMap(({ path, file }) => (file === null ? [] : [{ path, text: file.text }]));
    const prepared = await thread.prepare(texts);
    let at = 0;
    return next.map(({ path, file }) =>
      file === null ? { path, version: null } : { path, version: file.version, prepared: prepared[at++]! },
    );
  }

  async function readNext(): Promise<FileText[]> {
    const next: FileText[] = [];
    let letters = 0;
    const yieldToEventLoop = createYielder();
    const most = filesAtOnce * LETTERS_OF_A_FILE;
    while (read < changed.length && next.length < filesAtOnce && letters < most) {
      const { path } = changed[read++]!;
      const file = files.read(path);
      next.push({ path, file });
      letters += file?.text.length ?? 0;
      const rest = yieldToEventLoop();
      if (rest !== undefined) await rest;
    }
    return next;
  }
}

/** False for a file that has changed since it was read. */
function isCurrent({ path, version }: ReadFile, files: FileSource): boolean {
  const now = files.version(path);
  return now?.size === version?.size && now?.modified === version?.modified;
}
