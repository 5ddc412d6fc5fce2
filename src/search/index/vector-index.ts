import { setImmediate } from 'node:timers/promises';
import { shownLines } from '../../vault/lines.js';
import type { FileSource } from '../files.js';
import { type Embedder, embedderKey } from '../models/embedder.js';
import { createKernel } from '../models/static/kernel.js';
import { quantise } from '../models/static/quantise.js';
import type { StaticEmbedder } from '../models/static/static-embedder.js';
import type { StaticModel } from '../models/static/static-model.js';
import { hashOfText } from '../text/hash-of-text.js';
import { parseIds } from './postings.js';
import type { Filter } from './reader.js';
import { createVersionCheck } from './schema.js';
import type { Database } from './sqlite.js';
import { asBytes, asTokens, embedPassage, type StoredVector } from './stored-vector.js';
import { transaction } from './transaction.js';
import { createVectorMatrix } from './vector-matrix.js';

/** What deep search finds meaning with: the vectors of an embedder, or why there are none. */
export type Meaning =
  | {
      embedder: Embedder;
      vectors: VectorIndex;
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

/** The vectors of one embedder: stored with the index, held in memory in 8 bits a number while it is searched. */
export interface VectorIndex {
  /** Takes in chunks that came since the last call, making their vectors. Returns how many still have none. */
  complete(options: CompleteOptions): Promise<number>;
  /** The chunks nearest to a vector, best first. */
  nearest(vector: Float32Array, filter: Filter | null, count: number): { id: number; cosine: number }[];
  /** The tokens of chunks, where the embedder keeps them. */
  tokensOf(ids: readonly number[]): Map<number, Uint16Array>;
  /** What a token counts by how few chunks hold it. */
  rarity(token: number): number;
  /** These chunks are gone: they are near to nothing any more. */
  forget(ids: readonly number[]): void;
}

export function createVectorIndex(database: Database, files: FileSource, embedder: Embedder): VectorIndex {
  const key = embedderKey(embedder);
  // CROSS JOIN keeps the order of the tables: from the few chunks to their vectors, never the other way round.
  // One block instead of a row each: fetching rows costs more than finding them.
  const selectNew = database.prepare(
    `SELECT group_concat(id) AS ids,
       group_concat(ifnull(length(vector), 0)) AS lengths, CAST(group_concat(vector, '') AS BLOB) AS vectors,
       group_concat(ifnull(length(tokens), 0)) AS sizes, CAST(group_concat(tokens, '') AS BLOB) AS tokens
     FROM (SELECT chunks.id, vector, tokens
       FROM chunks LEFT JOIN vectors ON chunk = chunks.id AND embedder = ?
       WHERE chunks.id > ? ORDER BY chunks.id LIMIT ?)`,
  );
  const selectTexts = database.prepare(
    `SELECT chunks.id, first, last, headings, files.path, files.hash AS fileHash
     FROM json_each(?) AS wanted CROSS JOIN chunks ON chunks.id = wanted.value
     CROSS JOIN files ON files.id = chunks.file`,
  );
  // A chunk may have gone while its vector was made.
  const insert = database.prepare(
    `INSERT OR REPLACE INTO vectors (chunk, embedder, vector, tokens)
     SELECT ?1, ?2, ?3, ?4 WHERE EXISTS (SELECT 1 FROM chunks WHERE id = ?1)`,
  );
  const selectTokens = database.prepare(
    `SELECT chunk AS id, tokens FROM json_each(?) AS wanted
     CROSS JOIN vectors ON chunk = wanted.value AND embedder = ?`,
  );
  const countChunks = database.prepare('SELECT chunks FROM totals');
  const dataVersion = database.prepare('PRAGMA data_version');
  const selectIds = database.prepare('SELECT group_concat(id) AS ids FROM chunks');
  const indexVersion = createVersionCheck(database);
  const held = createVectorMatrix(embedder.dimensions, createKernel());
  // In how many chunks a token stands, and the last chunk that it was counted for.
  const spread = new Uint32Array(isStatic(embedder) ? TOKENS : 0);
  const countedFor = new Uint32Array(spread.length);
  let last = 0;
  let forgotten = 0;
  // Removed while their vectors were being made.
  const gone = new Set<number>();
  let version: unknown = null;
  // How fast another's model is shows only in use: a large one makes a vector in seconds, an endpoint hundreds.
  let page = isStatic(embedder) ? PAGE : FIRST_PAGE;
  let made: (StoredVector & { id: number })[] = [];
  let turn: Promise<unknown> = Promise.resolve();
  const keptBack = isStatic(embedder) ? STORED_AT_ONCE : 0;

  return {
    complete(options) {
      // Two searches at once must not take the same chunks in twice.
      const done = turn.then(() => takeNew(options));
      turn = done.catch(() => {});
      return done;
    },
    nearest: held.nearest,
    tokensOf(ids) {
      const rows = selectTokens.all(JSON.stringify(ids), key) as unknown as {
        id: number;
        tokens: Uint8Array | null;
      }[];
      return new Map(
        rows.flatMap(({ id, tokens }) => (tokens === null ? [] : [[id, asTokens(tokens)] as const])),
      );
    },
    rarity: (token) => Math.log(1 + held.size / (1 + (spread[token] ?? 0))),
    forget(ids) {
      for (const id of ids) {
        if (held.remove(id)) forgotten++;
        else gone.add(id);
      }
    },
  };

  async function takeNew({
    signal,
    onProgress,
    deadline = Number.POSITIVE_INFINITY,
  }: CompleteOptions): Promise<number> {
    const total = Number(countChunks.get()!.chunks);
    gone.clear();
    forgetElsewhereRemoved();
    // How common a token is counts those that are gone too: until they are many.
    if (forgotten > FORGOTTEN && forgotten > total / 10) {
      held.clear();
      spread.fill(0);
      countedFor.fill(0);
      last = 0;
      forgotten = 0;
    }
    try {
      for (;;) {
        signal?.throwIfAborted();
        const rows = rowsOf(selectNew.get(key, last, page) as unknown as NewBlock);
        if (rows.length === 0) return 0;
        if (performance.now() > deadline) return total - held.size;
        const began = performance.now();
        await makeMissing(rows, signal);
        if (performance.now() - began > SLOW) page = Math.max(1, page >> 1);
        else page = Math.min(PAGE, 2 * page);
        for (const row of rows) take(row);
        if (made.length >= keptBack) store();
        if (total > PAGE) onProgress?.(Math.min(held.size, total), total);
        await setImmediate();
      }
    } finally {
      store();
    }
  }

  /** What other processes have removed, this one is not told. */
  function forgetElsewhereRemoved(): void {
    const now = dataVersion.get()!.data_version;
    if (now === version) return;
    version = now;
    if (held.size === 0) return;
    const present = new Set(parseIds((selectIds.get()!.ids as string | null) ?? ''));
    for (const id of held.ids()) if (!present.has(id) && held.remove(id)) forgotten++;
  }

  function take({ id, vector, tokens }: NewChunk): void {
    last = id;
    if (vector === null || gone.has(id)) return;
    held.add(id, new Int8Array(vector.buffer, vector.byteOffset, vector.byteLength));
    if (tokens === null) return;
    const list = asTokens(tokens);
    for (let i = 0; i < list.length; i++) {
      const token = list[i]!;
      if (countedFor[token] === id) continue;
      countedFor[token] = id;
      spread[token]!++;
    }
  }

  /** Fills in the vectors of rows that have none; a file that has changed since is left for the next time. */
  async function makeMissing(rows: readonly NewChunk[], signal: AbortSignal | undefined): Promise<void> {
    const missing = new Map(rows.flatMap((row) => (row.vector === null ? [[row.id, row] as const] : [])));
    if (missing.size === 0) return;
    const texts = selectTexts.all(JSON.stringify([...missing.keys()])) as unknown as ChunkText[];
    const passages = passagesOf(texts, files);
    const vectors = await embedAll(passages, embedder, signal);
    passages.forEach(({ chunk: { id } }, index) => {
      Object.assign(missing.get(id)!, vectors[index]!);
      made.push({ id, ...vectors[index]! });
    });
  }

  /** Many at once: each transaction costs. */
  function store(): void {
    if (made.length === 0) return;
    try {
      transaction(database, () => {
        indexVersion.demand();
        for (const { id, vector, tokens } of made) insert.run(id, key, vector, tokens);
      });
    } finally {
      made = [];
    }
  }
}

/** Vectors that are stored at once: those of an endpoint are paid for, and stored as they come. */
const STORED_AT_ONCE = 4_000;
/** Chunks that may be gone before the vectors are read again. */
const FORGOTTEN = 500;
const PAGE = 500;
const FIRST_PAGE = 4;
/** Milliseconds after which fewer are made at once: a search must be able to stop. */
const SLOW = 2_000;

/** As many numbers as a token's 16 bits have. */
const TOKENS = 65_536;

interface NewChunk {
  id: number;
  vector: Uint8Array | null;
  tokens: Uint8Array | null;
}

/** Chunks that follow each other, their numbers as text; nulls where there are none. */
interface NewBlock {
  ids: string | null;
  lengths: string | null;
  vectors: Uint8Array | null;
  sizes: string | null;
  tokens: Uint8Array | null;
}

function rowsOf({ ids, lengths, vectors, sizes, tokens }: NewBlock): NewChunk[] {
  if (ids === null) return [];
  const nextVector = cutter(lengths!, vectors);
  const nextTokens = cutter(sizes!, tokens);
  return ids.split(',').map((id) => ({ id: Number(id), vector: nextVector(), tokens: nextTokens() }));
}

/** Gives the parts of a block one after the other; null for one of no length. */
function cutter(lengths: string, block: Uint8Array | null): () => Uint8Array | null {
  const all = lengths.split(',').map(Number);
  let index = 0;
  let at = 0;
  return () => {
    const length = all[index++]!;
    if (length === 0 || block === null) return null;
    at += length;
    return block.subarray(at - length, at);
  };
}

interface ChunkText {
  id: number;
  first: number;
  last: number;
  headings: string;
  path: string;
  fileHash: Uint8Array;
}

interface PassageText {
  chunk: ChunkText;
  headings: string[];
  text: string;
}

function passagesOf(chunks: readonly ChunkText[], files: FileSource): PassageText[] {
  const lines = new Map<string, string[] | null>();
  return chunks.flatMap((chunk) => {
    let file = lines.get(chunk.path);
    if (file === undefined) {
      const text = files.read(chunk.path)?.text;
      const isCurrent = text !== undefined && Buffer.compare(hashOfText(text), chunk.fileHash) === 0;
      file = isCurrent ? shownLines(text) : null;
      lines.set(chunk.path, file);
    }
    if (file === null) return [];
    const headings = JSON.parse(chunk.headings) as string[];
    return [{ chunk, headings, text: file.slice(chunk.first - 1, chunk.last).join('\n') }];
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
  const vectors = await embedder.embed(texts, { kind: 'passage', ...(signal && { signal }) });
  return vectors.map((vector) => ({ vector: asBytes(quantise(vector)), tokens: null }));
}

/** The embedder that comes with Rappel keeps tokens too, so that candidates can be read closely. */
export function isStatic(embedder: Embedder): embedder is StaticEmbedder {
  return 'model' in embedder;
}
