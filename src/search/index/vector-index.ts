import { setImmediate } from 'node:timers/promises';
import { vectorFile } from '../cache-folder.js';
import type { FileSource } from '../files.js';
import { type Embedder, embedderKey } from '../models/embedder.js';
import { createKernel } from '../models/static/kernel.js';
import { isStatic } from '../models/static/static-embedder.js';
import type { StaticModel } from '../models/static/static-model.js';
import { createChangeWatch } from './change-watch.js';
import { createVectorMaker } from './missing-vectors.js';
import { parseIds } from './postings.js';
import type { Database } from './sqlite.js';
import { asTokens, type StoredVector } from './stored-vector.js';
import { createTokenSpread, rarityOf } from './token-spread.js';
import { createVectorFile } from './vector-file.js';
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
export type Vectors = Pick<VectorIndex, 'nearest' | 'tokensOf' | 'rarity'>;

/** The vectors of one embedder: stored with the index, held in memory in 8 bits a number while it is searched. */
export function createVectorIndex(
  { database, location }: { database: Database; location: string | null },
  files: FileSource,
  embedder: Embedder,
) {
  const stored = createVectorTable(database, embedderKey(embedder));
  const makeVectors = createVectorMaker(database, files, embedder);
  const countChunks = database.prepare('SELECT chunks FROM totals');
  const countAfter = database.prepare('SELECT count(*) AS n FROM chunks WHERE id > ?');
  const selectIds = database.prepare(
    'SELECT group_concat(id) AS ids FROM (SELECT id FROM chunks WHERE id <= ? ORDER BY id)',
  );
  const changes = createChangeWatch(database);
  const held = createVectorMatrix(embedder.dimensions, createKernel());
  const spread = createTokenSpread(isStatic(embedder));
  const file =
    location === null ? null : createVectorFile(vectorFile(location), idOf(database), embedderKey(embedder));
  let isOpen = false;
  let last = 0;
  let forgotten = 0;
  // Vectors that were added or removed since the file was written.
  let unsaved = 0;
  // Removed while their vectors were being made.
  const gone = new Set<number>();
  // How fast another's model is shows only in use: a large one makes a vector in seconds, an endpoint hundreds.
  let page = isStatic(embedder) ? PAGE : FIRST_PAGE;
  let made: (StoredVector & { id: number })[] = [];
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
    tokensOf: stored.tokensOf,
    /** What a token counts by how few chunks hold it. */
    rarity: (token: number) => rarityOf(held.size, spread.of(token)),
    /** These chunks are gone: they are near to nothing any more. */
    forget(ids: readonly number[]): void {
      for (const id of ids) {
        if (held.remove(id)) countForgotten(1);
        else gone.add(id);
      }
    },
  };

  async function takeNew({ signal, onProgress, deadline = Number.POSITIVE_INFINITY }: CompleteOptions) {
    const total = Number(countChunks.get()!.chunks);
    gone.clear();
    if (!isOpen) open();
    if (changes.changedElsewhere()) forgetRemoved(total);
    // How common a token is counts those that are gone too: until they are many.
    if (forgotten > FEW && forgotten > total / 10) startOver();
    try {
      for (;;) {
        signal?.throwIfAborted();
        const rows = stored.after(last, page);
        if (rows.length === 0) {
          save(total);
          return 0;
        }
        if (performance.now() > deadline) return total - held.size;
        await makeMissing(rows, signal);
        for (const row of rows) take(row);
        if (made.length >= keptBack) store();
        if (total > PAGE) onProgress?.(Math.min(held.size, total), total);
        await setImmediate();
      }
    } finally {
      store();
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
  function forgetRemoved(total: number): void {
    const present = total - Number(countAfter.get(last)!.n);
    if (held.size === present) return;
    countForgotten(held.keep(parseIds((selectIds.get(last)!.ids as string | null) ?? '')));
  }

  /** Fills in the vectors of rows that have none, and finds out how many to make at once. */
  async function makeMissing(rows: readonly VectorRow[], signal: AbortSignal | undefined): Promise<void> {
    const began = performance.now();
    const missing = new Map(rows.flatMap((row) => (row.vector === null ? [[row.id, row] as const] : [])));
    if (missing.size > 0) {
      for (const one of await makeVectors([...missing.keys()], signal)) {
        Object.assign(missing.get(one.id)!, one);
        made.push(one);
      }
    }
    page = performance.now() - began > SLOW ? Math.max(1, page >> 1) : Math.min(PAGE, 2 * page);
  }

  function take({ id, vector, tokens }: VectorRow): void {
    last = id;
    if (vector === null || gone.has(id)) return;
    held.add(id, new Int8Array(vector.buffer, vector.byteOffset, vector.byteLength));
    unsaved++;
    if (tokens !== null) spread.add(id, asTokens(tokens));
  }

  /** Many at once: each transaction costs. */
  function store(): void {
    if (made.length === 0) return;
    try {
      stored.add(made);
    } finally {
      made = [];
    }
  }
}

/** Vectors that are stored at once: those of an endpoint are paid for, and stored as they come. */
const STORED_AT_ONCE = 4_000;
/** So many chunks may be gone before the vectors are read again, or new before they are saved. */
const FEW = 500;
const PAGE = 500;
const FIRST_PAGE = 4;
/** Milliseconds after which fewer are made at once: a search must be able to stop. */
const SLOW = 2_000;

function idOf(database: Database): string {
  return database.prepare('SELECT id FROM identity').get()!.id as string;
}
