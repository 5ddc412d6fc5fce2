import { createHash } from 'node:crypto';
import type { FileSource } from '../../files.js';
import type { Filter } from '../../index/filters.js';
import { asTokens, type MadeVector } from '../../index/stored-vector.js';
import { rarityOf } from '../../index/token-spread.js';
import { type CompleteOptions, FEW, type Vectors } from '../../index/vector-index.js';
import { createVectorMaker, PAGE } from '../../index/vector-maker.js';
import type { VectorRow } from '../../index/vector-table.js';
import { type Embedder, embedderKey } from '../../models/embedder.js';
import { quantise } from '../../models/static/quantise.js';
import { isStatic } from '../../models/static/static-embedder.js';
import { other } from './held.js';
import type { Pgvector } from './pgvector.js';
import { heldTokens, vectorMaker } from './postgres-vectors.js';
import type { SearchSession } from './search-session.js';
import type { SqlClient } from './sql.js';
import type { VaultRows, VaultState } from './vault-rows.js';
import { insertVectors } from './write-files.js';

/** The vectors of one embedder, compared by PostgreSQL: none is held in memory. */
export function createPgvectorIndex(
  { type, product }: Pgvector,
  rows: VaultRows,
  files: FileSource,
  embedder: Embedder,
) {
  const key = embedderKey(embedder);
  const maker = createVectorMaker(vectorMaker(rows, files, embedder), isStatic(embedder));
  // The chunks up to this one can be compared.
  let last = 0;
  let complete = -1;
  let turn: Promise<unknown> = Promise.resolve();

  return {
    /** Adds the chunks since the last call and makes their vectors. Returns how many still have none. */
    complete(options: CompleteOptions): Promise<number> {
      const done = turn.then(() => takeNew(options));
      turn = done.catch(() => {});
      return done;
    },
    /** The vectors for one search, in the version of the index that it uses. */
    ofSearch(session: SearchSession, missing: number): Vectors {
      return {
        nearest(vector, filter, most) {
          const asked = quantise(vector);
          const name = `nearest ${most} ${digestOf(filter)} ${asked.join()}`;
          return other(session.held(), name, (client) => nearest(client, asked, filter, most));
        },
        tokensOf: (ids) => heldTokens(session.held(), ids),
        rarities(tokens) {
          const held = session.held();
          const spread = isStatic(embedder)
            ? other(held, `spread ${tokens.join()}`, (client) => spreadOf(client, tokens))
            : new Map<number, number>();
          const chunks = held.state.chunks - missing;
          return tokens.map((token) => rarityOf(chunks, spread.get(token) ?? 0));
        },
      };
    },
  };

  async function takeNew({ signal, onProgress, deadline = Number.POSITIVE_INFINITY }: CompleteOptions) {
    const state = await rows.read(async (_, now) => now);
    if (state.version === complete) return 0;
    // A database that was restored from a backup may give ids again.
    if (state.version < complete) last = 0;
    let done = 0;
    for (;;) {
      signal?.throwIfAborted();
      const found = await lackingAfter(last, maker.page);
      if (found.length === 0) break;
      if (performance.now() > deadline) return countLacking(last);
      await store(found, await maker.complete(found, signal));
      last = found.at(-1)!.id;
      done += found.length;
      if (state.chunks > PAGE) onProgress?.(Math.min(done, state.chunks), state.chunks);
    }
    complete = state.version;
    await recountIfMany(state);
    return 0;
  }

  /** Chunks that can't be compared yet, with their vectors where they have been made. */
  function lackingAfter(id: number, limit: number): Promise<VectorRow[]> {
    return rows.read((client) =>
      client.query<VectorRow>(
        `SELECT id, made.vector, made.tokens FROM rappel.chunks
         LEFT JOIN rappel.vectors AS made ON made.chunk = id AND made.embedder = $1
         WHERE id > $2 AND ${LACKING} ORDER BY id LIMIT $3`,
        [key, id, limit],
      ),
    );
  }

  async function countLacking(id: number): Promise<number> {
    const [row] = await rows.read((client) =>
      client.query<{ n: number }>(
        `SELECT count(*)::integer AS n FROM rappel.chunks WHERE id > $2 AND ${LACKING}`,
        [key, id],
      ),
    );
    return row!.n;
  }

  /** Stores the vectors of chunks that still exist. */
  async function store(found: readonly VectorRow[], made: readonly MadeVector[]): Promise<void> {
    const ready = found.filter(({ vector }) => vector !== null);
    await rows.write(async (client) => {
      if (made.length > 0) await insertVectors(client, key, made);
      const vectors = ready.map(({ vector }) => comparable(vector!, embedder.dimensions));
      const stored = await client.query<{ chunk: number }>(
        `INSERT INTO rappel_pgvector.vectors AS known (chunk, embedder, inverse, vector)
         SELECT id, $1, inverse, text::${type}
         FROM unnest($2::integer[], $3::double precision[], $4::text[]) AS ready (id, inverse, text)
         JOIN rappel.vectors AS made ON made.chunk = id AND made.embedder = $1
         ON CONFLICT (vault_id, chunk) DO UPDATE
           SET embedder = excluded.embedder, inverse = excluded.inverse, vector = excluded.vector
           WHERE known.embedder <> excluded.embedder
         RETURNING chunk`,
        [key, ready.map(({ id }) => id), vectors.map((one) => one.inverse), vectors.map((one) => one.text)],
      );
      const isStored = new Set(stored.map(({ chunk }) => chunk));
      await addSpread(
        client,
        ready.filter(({ id }) => isStored.has(id)),
      );
    });
  }

  /** As `nearest` of the vectors in memory: the same numbers, multiplied in the same order. */
  async function nearest(client: SqlClient, asked: Int8Array, filter: Filter | null, most: number) {
    const scale = inverseOf(asked);
    const { text } = comparable(asked, embedder.dimensions);
    const found = await client.query<{ id: number; cosine: number }>(
      `SELECT chunk AS id, -(vector ${product} $2::${type}) * inverse::double precision * $3::double precision AS cosine
       FROM rappel_pgvector.vectors ${filter === null ? '' : 'JOIN unnest($5::integer[]) AS wanted ON wanted = chunk'}
       WHERE embedder = $1 ORDER BY cosine DESC, chunk LIMIT $4`,
      [key, text, scale, most, ...(filter === null ? [] : [[...filter]])],
    );
    return found.filter(({ cosine }) => cosine > 0);
  }

  /** Counts of tokens still include deleted chunks; when there are many, they are counted again. */
  async function recountIfMany({ chunks }: VaultState): Promise<void> {
    if (!isStatic(embedder)) return;
    const counted = await rows.read((client) => spreadOf(client, [ALL]));
    const gone = (counted.get(ALL) ?? 0) - chunks;
    if (gone <= FEW || gone <= chunks / 10) return;
    await rows.write(async (client) => {
      await client.query('DELETE FROM rappel_pgvector.tokens');
      for (let after = 0; ; ) {
        const page = await client.query<Omit<VectorRow, 'vector'>>(
          `SELECT chunk AS id, tokens FROM rappel_pgvector.vectors JOIN rappel.vectors USING (vault_id, chunk)
           WHERE chunk > $1 ORDER BY chunk LIMIT ${RECOUNTED_AT_ONCE}`,
          [after],
        );
        if (page.length === 0) return;
        await addSpread(client, page);
        after = page.at(-1)!.id;
      }
    });
  }
}

const RECOUNTED_AT_ONCE = 2_000;

const LACKING =
  'NOT EXISTS (SELECT FROM rappel_pgvector.vectors AS known WHERE known.chunk = id AND known.embedder = $1)';

/** Stands for all tokens. */
const ALL = -1;

async function spreadOf(client: SqlClient, tokens: readonly number[]): Promise<Map<number, number>> {
  const found = await client.query<{ token: number; chunks: number }>(
    'SELECT token, chunks FROM rappel_pgvector.tokens WHERE token = ANY($1::integer[])',
    [tokens],
  );
  return new Map(found.map(({ token, chunks }) => [token, chunks]));
}

async function addSpread(client: SqlClient, chunks: readonly Pick<VectorRow, 'tokens'>[]): Promise<void> {
  const counts = new Map<number, number>();
  for (const { tokens } of chunks) {
    if (tokens === null) continue;
    for (const token of new Set([ALL, ...asTokens(tokens)])) counts.set(token, (counts.get(token) ?? 0) + 1);
  }
  if (counts.size === 0) return;
  await client.query(
    `INSERT INTO rappel_pgvector.tokens (token, chunks) SELECT * FROM unnest($1::integer[], $2::integer[])
     ON CONFLICT (vault_id, token) DO UPDATE SET chunks = tokens.chunks + excluded.chunks`,
    [[...counts.keys()], [...counts.values()]],
  );
}

/** A stored vector as pgvector reads it, and 1 / its length as it is held in memory. Sums of products below 2^24 are exact. */
function comparable(stored: Uint8Array | Int8Array, dimensions: number): { text: string; inverse: number } {
  const numbers = new Int8Array(dimensions);
  numbers.set(new Int8Array(stored.buffer, stored.byteOffset, Math.min(dimensions, stored.byteLength)));
  return { text: `[${numbers.join()}]`, inverse: Math.fround(inverseOf(numbers)) };
}

function inverseOf(numbers: Int8Array): number {
  let square = 0;
  for (const number of numbers) square += number * number;
  return square === 0 ? 0 : 1 / Math.sqrt(square);
}

function digestOf(filter: Filter | null): string {
  return filter === null ? '' : createHash('sha1').update(Uint32Array.from(filter)).digest('base64');
}
