import type { Database } from '../../shared/sqlite.js';
import { transaction } from '../../shared/sqlite.js';
import { createVersionCheck } from './schema.js';
import { asTokens, type StoredVector } from './stored-vector.js';

/** A chunk and what is stored of its vector; nulls where it has none. */
export interface VectorRow {
  id: number;
  vector: Uint8Array | null;
  tokens: Uint8Array | null;
}

/** The table of vectors, as far as it is of one embedder. */
export function createVectorTable(database: Database, embedder: string) {
  // One block instead of a row each: fetching rows costs more than finding them.
  const selectAfter = database.prepare(
    `SELECT group_concat(id) AS ids,
       group_concat(ifnull(length(vector), 0)) AS lengths, CAST(group_concat(vector, '') AS BLOB) AS vectors,
       group_concat(ifnull(length(tokens), 0)) AS sizes, CAST(group_concat(tokens, '') AS BLOB) AS tokens
     FROM (SELECT chunks.id, vector, tokens FROM chunks LEFT JOIN vectors ON chunk = chunks.id AND embedder = ?
       WHERE chunks.id > ? ORDER BY chunks.id LIMIT ?)`,
  );
  // A chunk may have gone while its vector was made.
  const insert = database.prepare(
    `INSERT OR REPLACE INTO vectors (chunk, embedder, vector, tokens)
     SELECT ?1, ?2, ?3, ?4 WHERE EXISTS (SELECT 1 FROM chunks WHERE id = ?1)`,
  );
  const selectTokens = database.prepare(
    `SELECT chunk AS id, tokens FROM json_each(?) AS wanted
     CROSS JOIN vectors ON chunk = wanted.value AND embedder = ? WHERE tokens NOT NULL`,
  );
  const indexVersion = createVersionCheck(database);
  return {
    /** The first chunks above an id, in their order. */
    after(id: number, limit: number): VectorRow[] {
      return rowsOf(selectAfter.get(embedder, id, limit) as unknown as VectorBlock);
    },
    add(vectors: readonly (StoredVector & { id: number })[]): void {
      transaction(database, () => {
        indexVersion.demand();
        for (const { id, vector, tokens } of vectors) insert.run(id, embedder, vector, tokens);
      });
    },
    /** The tokens of chunks, where the embedder keeps them. */
    tokensOf(ids: readonly number[]): Map<number, Uint16Array> {
      const rows = selectTokens.all(JSON.stringify(ids), embedder) as { id: number; tokens: Uint8Array }[];
      return new Map(rows.map(({ id, tokens }) => [id, asTokens(tokens)]));
    },
  };
}

/** Chunks that follow each other, their numbers as text; nulls where there are none. */
interface VectorBlock {
  ids: string | null;
  lengths: string | null;
  vectors: Uint8Array | null;
  sizes: string | null;
  tokens: Uint8Array | null;
}

function rowsOf({ ids, lengths, vectors, sizes, tokens }: VectorBlock): VectorRow[] {
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
