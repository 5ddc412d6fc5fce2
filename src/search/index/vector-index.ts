import { setImmediate } from 'node:timers/promises';
import { vectorFile } from '../cache-folder.js';
import type { FileSource } from '../files.js';
import { type Embedder, embedderKey } from '../models/embedder.js';
import { createKernel } from '../models/static/kernel.js';
import { isStatic } from '../models/static/static-embedder.js';
import type { StaticModel } from '../models/static/static-model.js';
import { createChangeWatch } from './change-watch.js';
import { createChunkPlaces, makeVectors } from './missing-vectors.js';
import { parseIds } from './postings.js';
import type { Database } from './sqlite.js';
import { asTokens, type MadeVector } from './stored-vector.js';
import { createTokenSpread, rarityOf } from './token-spread.js';
import { createVectorFile, type VectorFile } from './vector-file.js';
import { createVectorMaker, type MakeVectors, PAGE } from './vector-maker.js';
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

export interface CompleteOptions {
  signal?: AbortSignal | undefined;
  onProgress?: ((done: number, total: number) => void) | undefined;
  /** Stop making vectors at this time of `performance.now()`: the rest is made by later searches. */
  deadline?: number;
}

export type VectorIndex = ReturnType<typeof createVectorIndex>;

/** What ranking asks of vectors. */
export type Vectors = Pick<VectorIndex, 'nearest' | 'tokensOf' | 'rarities'>;

/** Where the vectors of one embedder are stored with the chunks they are of. */
export interface VectorSource {
  /** How many chunks there are, and how many above an id. */
  countChunks(): Awaitable<number>;
  countAfter(id: number): Awaitable<number>;
  /** The chunks up to an id, in their order. */
  idsUpTo(id: number): Awaitable<Uint32Array>;
  /** The first chunks above an id, in their order. */
  after(id: number, limit: number): Awaitable<VectorRow[]>;
  make: MakeVectors;
  add(vectors: readonly MadeVector[]): Awaitable<void>;
  tokensOf(ids: readonly number[]): Map<number, Uint16Array>;
  /** True at the first call, and once after each change that `forget` was not told of. */
  changedElsewhere(): boolean;
  /** What is held in memory, kept for the next process; null where there is no place for it. */
  file: VectorFile | null;
}

type Awaitable<Value> = Value | Promise<Value>;

/** The vectors in the tables of the own index. */
export function vectorsOfIndex(
  { database, location }: { database: Database; location: string | null },
  files: FileSource,
  embedder: Embedder,
): VectorSource {
  const countChunks = database.prepare('SELECT chunks FROM totals');
  const countAfter = database.prepare('SELECT count(*) AS n FROM chunks WHERE id > ?');
  const selectIds = database.prepare(
    'SELECT group_concat(id) AS ids FROM (SELECT id FROM chunks WHERE id <= ? ORDER BY id)',
  );
  const placesOf = createChunkPlaces(database);
  const key = embedderKey(embedder);
  return {
    ...createVectorTable(database, key),
    countChunks: () => Number(countChunks.get()!.chunks),
    countAfter: (id) => Number(countAfter.get(id)!.n),
    idsUpTo: (id) => parseIds((selectIds.get(id)!.ids as string | null) ?? ''),
    make: async (ids, signal) => makeVectors(placesOf(ids), files, embedder, signal),
    changedElsewhere: createChangeWatch(database).changedElsewhere,
    file: location === null ? null : createVectorFile(vectorFile(location), idOf(database), key),
  };
}

/** The vectors of one embedder, held in memory in 8 bits a number while they are searched. */
export function createVectorIndex(source: VectorSource, embedder: Embedder) {
  const held = createVectorMatrix(embedder.dimensions, createKernel());
  const spread = createTokenSpread(isStatic(embedder));
  const { file } = source;
  let isOpen = false;
  let last = 0;
  let forgotten = 0;
  // Vectors that were added or removed since the file was written.
  let unsaved = 0;
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
    nearest: held.nearest,
    tokensOf: source.tokensOf,
    /** What tokens count by how few chunks hold each. */
    rarities: (tokens: readonly number[]) => tokens.map((token) => rarityOf(held.size, spread.of(token))),
    /** These chunks are gone: they are near to nothing any more. */
    forget(ids: readonly number[]): void {
      for (const id of ids) {
        if (held.remove(id)) countForgotten(1);
        else gone.add(id);
      }
    },
  };

  async function takeNew({ signal, onProgress, deadline = Number.POSITIVE_INFINITY }: CompleteOptions) {
    const total = await source.countChunks();
    gone.clear();
    if (!isOpen) open();
    if (source.changedElsewhere()) await forgetRemoved(total);
    // How common a token is counts those that are gone too: until they are many.
    if (forgotten > FEW && forgotten > total / 10) startOver();
    try {
      for (;;) {
        signal?.throwIfAborted();
        const rows = await source.after(last, maker.page);
        if (rows.length === 0) {
          save(total);
          return 0;
        }
        if (performance.now() > deadline) return total - held.size;
        made.push(...(await maker.complete(rows, signal)));
        for (const row of rows) take(row);
        if (made.length >= keptBack) await store();
        if (total > PAGE) onProgress?.(Math.min(held.size, total), total);
        await setImmediate();
      }
    } finally {
      await store();
    }
  }

  function open(): void {
    isOpen = true;
    const found = file?.read((rows) => [...held.allocate(rows), spread.bytes()]) ?? null;
    if (found === null) startOver();
    else last = found.last;
  }

  /** Not for every few: a large one takes a while to write. Only if no vector is missing. */
  function save(total: number): void {
    if (file === null || held.size !== total || unsaved <= Math.max(FEW, total / 50)) return;
    file.write(held.size, last, [...held.parts(), spread.bytes()]);
    unsaved = 0;
  }

  function startOver(): void {
    held.clear();
    spread.clear();
    last = 0;
    forgotten = 0;
  }

  function countForgotten(count: number): void {
    forgotten += count;
    unsaved += count;
  }

  /** What other processes have removed, this one is not told. */
  async function forgetRemoved(total: number): Promise<void> {
    const present = total - (await source.countAfter(last));
    if (held.size === present) return;
    countForgotten(held.keep(await source.idsUpTo(last)));
  }

  function take({ id, vector, tokens }: VectorRow): void {
    last = id;
    if (vector === null || gone.has(id)) return;
    held.add(id, new Int8Array(vector.buffer, vector.byteOffset, vector.byteLength));
    unsaved++;
    if (tokens !== null) spread.add(id, asTokens(tokens));
  }

  /** Many at once: each transaction costs. */
  async function store(): Promise<void> {
    if (made.length === 0) return;
    const ready = made;
    made = [];
    await source.add(ready);
  }
}

/** Vectors that are stored at once: those of an endpoint are paid for, and stored as they come. */
const STORED_AT_ONCE = 4_000;
/** So many chunks may be gone before the vectors are read again, or new before they are saved. */
export const FEW = 500;

function idOf(database: Database): string {
  return database.prepare('SELECT id FROM identity').get()!.id as string;
}
