import { setImmediate } from 'node:timers/promises';
import { shownLines } from '../../vault/lines.js';
import type { FileSource } from '../files.js';
import type { Filter } from '../reader.js';
import type { Database } from '../sqlite.js';
import { hashOfText } from '../store.js';
import { type Embedder, embedderKey } from './embedder.js';
import { passageTokens, passageVector } from './passage-tokens.js';
import { quantise } from './quantise.js';
import type { StaticEmbedder } from './static-embedder.js';

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
}

export function createVectorIndex(database: Database, files: FileSource, embedder: Embedder): VectorIndex {
  const key = embedderKey(embedder);
  const { dimensions } = embedder;
  // CROSS JOIN keeps the order of the tables: from the few chunks to their vectors, never the other way round.
  const selectNew = database.prepare(
    `SELECT chunks.id, first, last, headings, chunks.hash, path, files.hash AS fileHash, vector, tokens
     FROM chunks CROSS JOIN files ON files.id = chunks.file
     LEFT JOIN vectors ON vectors.embedder = ? AND chunk_hash = chunks.hash
     WHERE chunks.id > ? ORDER BY chunks.id LIMIT ${PAGE}`,
  );
  const insert = database.prepare(
    'INSERT OR REPLACE INTO vectors (chunk_hash, embedder, vector, tokens) VALUES (?, ?, ?, ?)',
  );
  const selectTokens = database.prepare(
    `SELECT chunks.id, tokens FROM json_each(?) AS wanted CROSS JOIN chunks ON chunks.id = wanted.value
     CROSS JOIN vectors ON vectors.embedder = ? AND chunk_hash = chunks.hash`,
  );
  const countChunks = database.prepare('SELECT chunks FROM totals');
  const held = createMatrix(dimensions);
  const spread = new Map<number, number>();
  let last = 0;

  return {
    async complete({ signal, onProgress, deadline = Number.POSITIVE_INFINITY }) {
      const total = Number(countChunks.get()!.chunks);
      // Chunks that are gone stay in memory until they are many.
      if (held.size > 1000 && held.size > 1.5 * total) {
        held.clear();
        spread.clear();
        last = 0;
      }
      for (;;) {
        signal?.throwIfAborted();
        const rows = selectNew.all(key, last) as unknown as NewChunk[];
        if (rows.length === 0) return 0;
        if (performance.now() > deadline) return total - held.size;
        await makeMissing(rows, signal);
        for (const row of rows) {
          if (row.vector !== null) take(row.id, row.vector, row.tokens);
          last = row.id;
        }
        if (total > PAGE) onProgress?.(Math.min(held.size, total), total);
        await setImmediate();
      }
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
    rarity: (token) => Math.log(1 + held.size / (1 + (spread.get(token) ?? 0))),
  };

  function take(id: number, vector: Uint8Array, tokens: Uint8Array | null): void {
    held.add(id, new Int8Array(vector.buffer, vector.byteOffset, vector.byteLength));
    if (tokens === null) return;
    for (const token of new Set(asTokens(tokens))) spread.set(token, (spread.get(token) ?? 0) + 1);
  }

  /** Fills in the vectors of rows that have none; a file that has changed since is left for the next time. */
  async function makeMissing(rows: NewChunk[], signal: AbortSignal | undefined): Promise<void> {
    const missing = rows.filter(({ vector }) => vector === null);
    if (missing.length === 0) return;
    const passages = passagesOf(missing, files);
    const made = await embedAll(passages, embedder, signal);
    database.exec('BEGIN IMMEDIATE');
    try {
      passages.forEach(({ row }, index) => {
        row.vector = made[index]!.vector;
        row.tokens = made[index]!.tokens;
        insert.run(row.hash, key, row.vector, row.tokens);
      });
      database.exec('COMMIT');
    } catch (error) {
      database.exec('ROLLBACK');
      throw error;
    }
  }
}

const PAGE = 500;

interface NewChunk {
  id: number;
  first: number;
  last: number;
  headings: string;
  hash: Uint8Array;
  path: string;
  fileHash: Uint8Array;
  vector: Uint8Array | null;
  tokens: Uint8Array | null;
}

interface PassageText {
  row: NewChunk;
  headings: string;
  text: string;
}

function passagesOf(rows: readonly NewChunk[], files: FileSource): PassageText[] {
  const lines = new Map<string, string[] | null>();
  return rows.flatMap((row) => {
    let file = lines.get(row.path);
    if (file === undefined) {
      const text = files.read(row.path)?.text;
      const isCurrent = text !== undefined && Buffer.compare(hashOfText(text), row.fileHash) === 0;
      file = isCurrent ? shownLines(text) : null;
      lines.set(row.path, file);
    }
    if (file === null) return [];
    const headings = (JSON.parse(row.headings) as string[]).join(' ');
    return [{ row, headings, text: file.slice(row.first - 1, row.last).join('\n') }];
  });
}

interface Made {
  vector: Uint8Array;
  tokens: Uint8Array | null;
}

async function embedAll(
  passages: readonly PassageText[],
  embedder: Embedder,
  signal: AbortSignal | undefined,
): Promise<Made[]> {
  if (isStatic(embedder)) {
    const model = await embedder.model();
    return passages.map(({ headings, text }) => {
      const tokens = passageTokens(model, headings, text);
      return { vector: asBytes(quantise(passageVector(model, tokens))), tokens: asBytes(tokens) };
    });
  }
  const texts = passages.map(({ headings, text }) => `${headings}\n${text}`);
  const vectors = await embedder.embed(texts, { kind: 'passage', ...(signal && { signal }) });
  return vectors.map((vector) => ({ vector: asBytes(quantise(vector)), tokens: null }));
}

/** The embedder that comes with Rappel keeps tokens too, so that candidates can be read closely. */
export function isStatic(embedder: Embedder): embedder is StaticEmbedder {
  return 'model' in embedder;
}

function asBytes(array: Int8Array | Uint16Array): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}

function asTokens(bytes: Uint8Array): Uint16Array {
  const { buffer, byteOffset, byteLength } = bytes.byteOffset % 2 === 0 ? bytes : bytes.slice();
  return new Uint16Array(buffer, byteOffset, byteLength >>> 1);
}

/** Vectors one after the other, with the lengths that 8 bits have left them. */
function createMatrix(dimensions: number) {
  let values = new Int8Array(dimensions * 256);
  let inverse = new Float32Array(256);
  let ids: number[] = [];
  return {
    get size() {
      return ids.length;
    },
    clear() {
      ids = [];
    },
    add(id: number, vector: Int8Array) {
      const row = ids.length;
      if (row >= inverse.length) {
        values = copyInto(new Int8Array(2 * values.length), values);
        inverse = copyInto(new Float32Array(2 * inverse.length), inverse);
      }
      let square = 0;
      for (let i = 0; i < dimensions; i++) square += (vector[i] ?? 0) ** 2;
      values.set(vector.subarray(0, dimensions), row * dimensions);
      inverse[row] = square === 0 ? 0 : 1 / Math.sqrt(square);
      ids.push(id);
    },
    nearest(vector: Float32Array, filter: Filter | null, count: number): { id: number; cosine: number }[] {
      const best: { id: number; cosine: number }[] = [];
      const asked = quantise(vector);
      let square = 0;
      for (const value of asked) square += value * value;
      const scale = square === 0 ? 0 : 1 / Math.sqrt(square);
      let least = 0;
      for (let row = 0; row < ids.length; row++) {
        if (filter !== null && !filter.has(ids[row]!)) continue;
        const cosine = dotAt(values, row * dimensions, asked) * inverse[row]! * scale;
        if (cosine <= least) continue;
        best.push({ id: ids[row]!, cosine });
        // Kept loosely and tidied now and then: sorting at every step would cost more than the vectors.
        if (best.length >= 4 * count) {
          best.sort((a, b) => b.cosine - a.cosine);
          best.length = count;
          least = best[count - 1]!.cosine;
        }
      }
      return best.sort((a, b) => b.cosine - a.cosine || a.id - b.id).slice(0, count);
    },
  };
}

function copyInto<Target extends { set(source: ArrayLike<number>): void }>(
  target: Target,
  source: ArrayLike<number>,
): Target {
  target.set(source);
  return target;
}

/** Whole numbers, four at a time: this loop runs over every vector of the vault. */
function dotAt(values: Int8Array, start: number, asked: Int8Array): number {
  const { length } = asked;
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  let i = 0;
  for (; i + 3 < length; i += 4) {
    a = (a + values[start + i]! * asked[i]!) | 0;
    b = (b + values[start + i + 1]! * asked[i + 1]!) | 0;
    c = (c + values[start + i + 2]! * asked[i + 2]!) | 0;
    d = (d + values[start + i + 3]! * asked[i + 3]!) | 0;
  }
  for (; i < length; i++) a = (a + values[start + i]! * asked[i]!) | 0;
  return a + b + c + d;
}
