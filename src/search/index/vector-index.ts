import { setImmediate } from 'node:timers/promises';
import type { Database } from '../../shared/sqlite.js';
import { vectorFile } from '../cache-folder.js';
import type { FileSource } from '../files.js';
import { type Embedder, embedderKey } from '../models/embedder.js';
import { isStatic } from '../models/static/static-embedder.js';
import type { StaticModel } from '../models/static/static-model.js';
import { createChangeWatch } from './change-watch.js';
import { createChunkPlaces, makeVectors } from './missing-vectors.js';
import { parseIds } from './postings.js';
import { asTokens, type MadeVector } from './stored-vector.js';
import { createTakenVectors } from './taken-vectors.js';
import { createTokenSpread, type TokenSpread } from './token-spread.js';
import { createVectorFile } from './vector-file.js';
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
