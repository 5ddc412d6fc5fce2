import { setImmediate } from 'node:timers/promises';
import type { Database } from '../../shared/sqlite.js';
import { blobHash } from '../../vault/blob-id.js';
import { shownLines } from '../../vault/lines.js';
import { vectorFile } from '../cache-folder.js';
import type { FileSource } from '../files.js';
import { type Embedder, embedderKey } from '../models/embedder.js';
import { createKernel } from '../models/static/kernel.js';
import { quantise } from '../models/static/quantise.js';
import { isStatic } from '../models/static/static-embedder.js';
import type { StaticModel } from '../models/static/static-model.js';
import { createChangeWatch } from './change-watch.js';
import { parseIds } from './postings.js';
import { asBytes, asTokens, embedPassage, type MadeVector, type StoredVector } from './stored-vector.js';
import { createVectorFile, type OpenVectors, type VectorFile } from './vector-file.js';
import { createVectorMatrix } from './vector-matrix.js';
import { createVectorTable, type VectorRow } from './vector-table.js';

/** What deep search finds meaning with: the vectors of an embedder, or why there are none. */
export type Meaning =
  | {
      embedder: Embedder;
      vectors: Vectors;
      /** Chunks that have no vector yet. */
      missing: number;
      /** The model that comes with Rappel, which reads candidates closely; null for another embedder. */
      model: StaticModel | null;
    }
  | { reason: string };

interface CompleteOptions {
  signal?: AbortSignal | undefined;
  onProgress?: ((done: number, total: number) => void) | undefined;
  /** The call need not wait until the file of vectors is written, or tokens are counted again. */
  isBusy?: boolean;
  /** Stop making vectors at this time of `performance.now()`: the rest is made by later searches. */
  deadline?: number;
}

export type VectorIndex = ReturnType<typeof createVectorIndex>;

/** What ranking asks of vectors. */
export type Vectors = Pick<VectorIndex, 'nearest' | 'tokensOf' | 'rarities'>;

/** Where the vectors of one embedder are stored with the chunks they are of. */
export type VectorSource = ReturnType<typeof vectorsOfIndex>;

export function vectorsOfIndex(
  { database, location }: { database: Database; location: string | null },
  files: FileSource,
  embedder: Embedder,
) {
  const countChunks = database.prepare('SELECT chunks FROM totals');
  const countAfter = database.prepare('SELECT count(*) AS n FROM chunks WHERE id > ?');
  const selectIds = database.prepare(
    'SELECT group_concat(id) AS ids FROM (SELECT id FROM chunks WHERE id <= ? ORDER BY id)',
  );
  const placesOf = createChunkPlaces(database);
  const key = embedderKey(embedder);
  return {
    ...createVectorTable(database, key),
    /** How many chunks there are, and how many above an id. */
    countChunks: () => Number(countChunks.get()!.chunks),
    countAfter: (id: number) => Number(countAfter.get(id)!.n),
    /** The chunks up to an id, in their order. */
    idsUpTo: (id: number) => parseIds((selectIds.get(id)!.ids as string | null) ?? ''),
    make: async (ids: readonly number[], signal: AbortSignal | undefined): Promise<MadeVector[]> =>
      makeVectors(placesOf(ids), files, embedder, signal),
    changedElsewhere: createChangeWatch(database).changedElsewhere,
    /** The vectors in one piece; null where there is no place for it: all are held in memory then. */
    file: location === null ? null : createVectorFile(vectorFile(location), idOf(database), key),
  };
}

/** The vectors of one embedder, as they are searched. */
export function createVectorIndex(source: VectorSource, embedder: Embedder) {
  const taken = createTakenVectors(source.file, embedder);
  let isOpen = false;
  let recounting: Promise<void> | null = null;
  // Removed while their vectors were being made.
  const gone = new Set<number>();
  const maker = createVectorMaker(source.make, isStatic(embedder));
  let made: MadeVector[] = [];
  let turn: Promise<unknown> = Promise.resolve();
  const keptBack = isStatic(embedder) ? STORED_AT_ONCE : 0;

  return {
    /** Takes in chunks that came since the last call, making their vectors. Returns how many still have none. */
    complete(options: CompleteOptions): Promise<number> {
      // Two searches at once must not take the same chunks in twice.
      const done = turn.then(() => takeNew(options));
      turn = done.catch(() => {});
      return done;
    },
    /** The chunks nearest to a vector, best first. */
    nearest: taken.nearest,
    tokensOf: source.tokensOf,
    /** What tokens count by how few chunks hold each. */
    rarities: taken.rarities,
    /** These chunks are gone: they are near to nothing any more. */
    forget(ids: readonly number[]): void {
      for (const id of ids) if (!taken.forget(id)) gone.add(id);
    },
    /** From now on nothing is near. */
    close: taken.close,
  };

  async function takeNew({
    signal,
    onProgress,
    isBusy = false,
    deadline = Number.POSITIVE_INFINITY,
  }: CompleteOptions) {
    const total = source.countChunks();
    gone.clear();
    if (!isOpen || !taken.isWhole()) taken.open();
    isOpen = true;
    const hasSaved = taken.takeSaved();
    if (source.changedElsewhere() || hasSaved) forgetRemoved();
    // How common a token is counts those that are gone too: until they are many.
    if (taken.changes().forgotten > Math.max(FEW, total / 10)) {
      recounting ??= recount();
      // What stops it, the next search meets too.
      recounting.catch(() => {});
      if (!isBusy) await recounting;
    }
    try {
      for (;;) {
        signal?.throwIfAborted();
        const rows = source.after(taken.newest(), maker.page);
        if (rows.length === 0) {
          // Not for every few: a large one takes a while to write. A process that stays can hold more.
          if (taken.changes().unsaved > Math.max(FEW, total / (isBusy ? 10 : 50))) await save(isBusy);
          return 0;
        }
        if (performance.now() > deadline) return total - taken.size();
        made.push(...(await maker.complete(rows, signal)));
        for (const row of rows) taken.take(gone.has(row.id) ? { ...row, vector: null } : row);
        if (made.length >= keptBack) store();
        if (taken.isFull()) await save();
        if (total > PAGE) onProgress?.(Math.min(taken.size(), total), total);
        await setImmediate();
      }
    } finally {
      store();
    }
  }

  /** Only if no vector is missing: another process would not ask for those up to the last one again. */
  async function save(isBusy = false): Promise<void> {
    // Counts that are being made again should be in the file, not those of before.
    if (source.file === null || (isBusy && (taken.isSaving() || recounting !== null))) return;
    if (taken.size() !== countTaken()) return taken.holdMore();
    store();
    const saved = taken.save();
    if (!isBusy && (await saved) && taken.takeSaved()) forgetRemoved();
  }

  /** The counts of before are used meanwhile. */
  async function recount(): Promise<void> {
    try {
      const counts = createTokenSpread(isStatic(embedder));
      await countTokens(counts, source, taken.newest);
      taken.recounted(counts);
    } finally {
      recounting = null;
    }
  }

  /** What is removed by other processes, or while the file is written, this one is not told. */
  function forgetRemoved(): void {
    if (taken.size() !== countTaken()) taken.keep(source.idsUpTo(taken.newest()));
  }

  /** The chunks up to the last one that was taken in. */
  function countTaken(): number {
    return source.countChunks() - source.countAfter(taken.newest());
  }

  /** Many at once: each transaction costs. */
  function store(): void {
    if (made.length === 0) return;
    const ready = made;
    made = [];
    source.add(ready);
  }
}

/** Counts the tokens of all chunks up to the last one, which may move on, in turns with others. */
async function countTokens(counts: TokenSpread, source: VectorSource, last: () => number): Promise<void> {
  for (let at = 0; at < last(); ) {
    const rows = source.after(at, PAGE);
    for (const { id, tokens } of rows) if (id <= last() && tokens !== null) counts.add(id, asTokens(tokens));
    at = Math.min(rows.at(-1)?.id ?? last(), last());
    await setImmediate();
  }
}

/** Makes the vectors of chunks that have none, as many at once as the model is fast. */
function createVectorMaker(make: VectorSource['make'], isFast: boolean) {
  // The speed of a model shows only in use: a large one needs seconds for a vector, an endpoint makes hundreds in that time.
  let page = isFast ? PAGE : FIRST_PAGE;
  return {
    /** Chunks to be completed at once. */
    get page() {
      return page;
    },
    /** Fills in the vectors of rows that have none, and returns those. */
    async complete(rows: readonly VectorRow[], signal: AbortSignal | undefined): Promise<MadeVector[]> {
      const began = performance.now();
      const missing = new Map(rows.flatMap((row) => (row.vector === null ? [[row.id, row] as const] : [])));
      const made = missing.size === 0 ? [] : await make([...missing.keys()], signal);
      for (const one of made) Object.assign(missing.get(one.id)!, one);
      page = performance.now() - began > SLOW ? Math.max(1, page >> 1) : Math.min(PAGE, 2 * page);
      return made;
    },
  };
}

const PAGE = 500;
const FIRST_PAGE = 4;
/** Milliseconds after which fewer are made at once: a search must be able to stop. */
const SLOW = 2_000;
/** Vectors that are stored at once: those of an endpoint are paid for, and stored as they come. */
const STORED_AT_ONCE = 4_000;
/** So many chunks may be gone before tokens are counted again, or new before they are saved. */
const FEW = 500;

function idOf(database: Database): string {
  return database.prepare('SELECT id FROM identity').get()!.id as string;
}

/** Says where the texts of chunks are. */
function createChunkPlaces(database: Database) {
  // CROSS JOIN keeps the order of the tables: from the few chunks to their files, never the other way round.
  const selectTexts = database.prepare(
    `SELECT chunks.id, first, last, headings, files.path, files.hash AS fileHash
     FROM json_each(?) AS wanted CROSS JOIN chunks ON chunks.id = wanted.value
     CROSS JOIN files ON files.id = chunks.file`,
  );
  return (ids: readonly number[]) => selectTexts.all(JSON.stringify(ids)) as unknown as ChunkPlace[];
}

/** Makes the vectors of chunks. One whose file has changed since is left for the next time. */
async function makeVectors(
  chunks: readonly ChunkPlace[],
  files: FileSource,
  embedder: Embedder,
  signal: AbortSignal | undefined,
): Promise<(StoredVector & { id: number })[]> {
  const passages = passagesOf(chunks, files);
  const vectors = await embedAll(passages, embedder, signal);
  return passages.map(({ id }, index) => ({ id, ...vectors[index]! }));
}

/** Where the text of a chunk is, in the file as it was indexed. */
interface ChunkPlace {
  id: number;
  first: number;
  last: number;
  headings: string;
  path: string;
  fileHash: Uint8Array;
}

interface PassageText {
  id: number;
  headings: string[];
  text: string;
}

function passagesOf(chunks: readonly ChunkPlace[], files: FileSource): PassageText[] {
  const lines = new Map<string, string[] | null>();
  return chunks.flatMap(({ id, path, first, last, headings, fileHash }) => {
    let file = lines.get(path);
    if (file === undefined) {
      const text = files.read(path)?.text;
      const isCurrent = text !== undefined && Buffer.compare(blobHash(text), fileHash) === 0;
      file = isCurrent ? shownLines(text) : null;
      lines.set(path, file);
    }
    if (file === null) return [];
    return [{ id, headings: JSON.parse(headings), text: file.slice(first - 1, last).join('\n') }];
  });
}

async function embedAll(
  passages: readonly PassageText[],
  embedder: Embedder,
  signal: AbortSignal | undefined,
): Promise<StoredVector[]> {
  if (isStatic(embedder)) {
    const model = await embedder.model();
    return passages.map(({ headings, text }) => embedPassage(model, headings, text));
  }
  const texts = passages.map(({ headings, text }) => `${headings.join(' ')}\n${text}`);
  const vectors = await embedder.embed(texts, signal && { signal });
  return vectors.map((vector) => ({ vector: asBytes(quantise(vector)), tokens: null }));
}

/** The vectors of all chunks up to one: in a file, where there is one, and in memory what came after it was written. */
function createTakenVectors(file: VectorFile | null, embedder: Embedder) {
  const matrix = createVectorMatrix(embedder.dimensions, createKernel());
  let spread = createTokenSpread(isStatic(embedder));
  let opened: Pick<OpenVectors, 'isWhole' | 'close'> | null = null;
  let isClosed = false;
  let last = 0;
  let forgotten = 0;
  let unsaved = 0;
  let mostHeld = MOST_HELD;
  // The file that is being written, and whether one is that was not taken yet.
  let saving: Promise<boolean> | null = null;
  let isSaved = false;
  // Those that are in it, but gone since it was begun.
  let goneSince: number[] = [];

  return {
    nearest: matrix.nearest,
    rarities: (tokens: readonly number[]) => tokens.map((token) => rarityOf(matrix.size, spread.of(token))),
    size: () => matrix.size,
    /** Whether so many are in memory that they should be put into the file before more are taken in. */
    isFull: () => matrix.held > Math.max(mostHeld, matrix.size / 3),
    /** They can't be put into the file now. */
    holdMore,
    /** The newest chunk that was looked at. */
    newest: () => last,
    /** How many are gone whose tokens still count, and how many were added or removed since the file was written. */
    changes: () => ({ forgotten, unsaved }),
    take({ id, vector, tokens }: VectorRow): void {
      last = id;
      if (vector === null) return;
      matrix.add(id, new Int8Array(vector.buffer, vector.byteOffset, vector.byteLength));
      unsaved++;
      if (tokens !== null) spread.add(id, asTokens(tokens));
    },
    /** False where it is not here. */
    forget(id: number): boolean {
      const isHere = matrix.remove(id);
      if (isHere) countForgotten(1);
      if (isHere && (saving !== null || isSaved)) goneSince.push(id);
      return isHere;
    },
    /** Forgets all but these, which are in ascending order. */
    keep: (ids: Uint32Array) => countForgotten(matrix.keep(ids)),
    /** Has these counts of tokens instead of its own. */
    recounted(counts: TokenSpread): void {
      spread = counts;
      forgotten = 0;
    },
    /** Starts over with what the file has. */
    open(): void {
      startOver();
      takeFile();
    },
    /** False where another program has spoilt the file. */
    isWhole: () => opened?.isWhole() ?? true,
    isSaving: () => saving !== null,
    /** Writes all of them into the file, for `takeSaved`. False where that fails. */
    async save(): Promise<boolean> {
      await saving;
      holdMore();
      if (file === null || isClosed) return false;
      // Where it fails, it would fail a moment later too.
      unsaved = 0;
      goneSince = [];
      saving = file.write(last, matrix.rows(), spread.bytes().slice());
      isSaved = await saving;
      saving = null;
      return isSaved;
    },
    /**
     * Has what was saved instead of all that is in memory: what came later has to be taken in again, and what was removed by `keep` since
     * is there again. False where nothing was saved since the last time.
     */
    takeSaved(): boolean {
      const hasFile = isSaved && takeFile();
      isSaved = false;
      if (!hasFile) return false;
      mostHeld = MOST_HELD;
      // They are counted already.
      for (const id of goneSince) matrix.remove(id);
      return true;
    },
    close(): void {
      isClosed = true;
      startOver();
    },
  };

  function takeFile(): boolean {
    const found = isClosed ? null : (file?.open(matrix.width, spread.toFill()) ?? null);
    if (found === null) return false;
    opened?.close();
    const { rows, isWhole, close } = found;
    opened = { isWhole, close };
    matrix.startWith(rows);
    last = found.last;
    return true;
  }

  function holdMore(): void {
    mostHeld = 2 * Math.max(mostHeld, matrix.held);
  }

  function startOver(): void {
    opened?.close();
    opened = null;
    matrix.startWith(null);
    spread.clear();
    last = 0;
    forgotten = 0;
  }

  function countForgotten(count: number): void {
    forgotten += count;
    unsaved += count;
  }
}

/** 6 MB with the model that comes with Rappel. */
const MOST_HELD = 32_768;

/** As many numbers as a token's 16 bits have. */
const TOKENS = 65_536;

type TokenSpread = ReturnType<typeof createTokenSpread>;

/** In how many chunks each token occurs; nothing where the embedder has no tokens. */
function createTokenSpread(hasTokens: boolean) {
  const counts = new Uint32Array(hasTokens ? TOKENS : 0);
  // The last chunk that a token was counted for.
  const countedFor = new Uint32Array(counts.length);
  return {
    of: (token: number) => counts[token] ?? 0,
    /** The counts themselves, to be stored. */
    bytes: () => new Uint8Array(counts.buffer),
    /** The same to be filled: any chunk may be counted afterwards. */
    toFill() {
      countedFor.fill(0);
      return new Uint8Array(counts.buffer);
    },
    add(id: number, tokens: Uint16Array): void {
      for (let i = 0; i < tokens.length; i++) {
        const token = tokens[i]!;
        if (countedFor[token] === id) continue;
        countedFor[token] = id;
        counts[token]!++;
      }
    },
    clear(): void {
      counts.fill(0);
      countedFor.fill(0);
    },
  };
}

/** What a token counts, by how few of the chunks hold it. */
function rarityOf(chunks: number, holding: number): number {
  return Math.log(1 + chunks / (1 + holding));
}
