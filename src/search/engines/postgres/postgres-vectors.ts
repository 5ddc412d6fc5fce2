import type { FileSource } from '../../files.js';
import { type ChunkPlace, makeVectors } from '../../index/missing-vectors.js';
import { asTokens } from '../../index/stored-vector.js';
import type { VectorSource } from '../../index/vector-index.js';
import type { MakeVectors } from '../../index/vector-maker.js';
import type { VectorRow } from '../../index/vector-table.js';
import { type Embedder, embedderKey } from '../../models/embedder.js';
import { type Held, NotHeld } from './held.js';
import type { VaultRows } from './vault-rows.js';
import { insertVectors } from './write-files.js';

/** The vectors of one embedder in PostgreSQL. */
export function vectorsOfRows(rows: VaultRows, files: FileSource, embedder: Embedder): VectorSource {
  const key = embedderKey(embedder);
  let seen: number | null = null;
  let version = 0;
  const count = async (text: string, values: unknown[]) => {
    const [row] = await rows.read((client) => client.query<{ n: number }>(text, values));
    return row!.n;
  };
  return {
    async countChunks() {
      const state = await rows.read(async (_, now) => now);
      version = state.version;
      return state.chunks;
    },
    countAfter: (id) => count('SELECT count(*) AS n FROM rappel.chunks WHERE id > $1', [id]),
    async idsUpTo(id) {
      const found = await rows.read((client) =>
        client.query<{ id: number }>('SELECT id FROM rappel.chunks WHERE id <= $1 ORDER BY id', [id]),
      );
      return Uint32Array.from(found, (row) => row.id);
    },
    after: (id, limit) =>
      rows.read((client) =>
        client.query<VectorRow>(
          `SELECT id, vector, tokens FROM rappel.chunks
           LEFT JOIN rappel.vectors ON chunk = id AND embedder = $1 WHERE id > $2 ORDER BY id LIMIT $3`,
          [key, id, limit],
        ),
      ),
    make: vectorMaker(rows, files, embedder),
    add: (made) => rows.write((client) => insertVectors(client, key, made)),
    tokensOf: () => new Map(),
    changedElsewhere() {
      const isChanged = seen !== version;
      seen = version;
      return isChanged;
    },
    file: null,
  };
}

/** Makes the vectors of chunks that are in PostgreSQL. */
export function vectorMaker(rows: VaultRows, files: FileSource, embedder: Embedder): MakeVectors {
  return async (ids, signal) => {
    const places = await rows.read((client) =>
      client.query<ChunkPlace>(
        `SELECT id, first, last, headings, path, files.hash AS "fileHash"
         FROM rappel.chunks JOIN rappel.files USING (vault_id, path) WHERE id = ANY($1::integer[])`,
        [ids],
      ),
    );
    return makeVectors(places, files, embedder, signal);
  };
}

/** The tokens of chunks, where the embedder keeps them. */
export function heldTokens(held: Held, ids: readonly number[]): Map<number, Uint16Array> {
  const missing = ids.filter((id) => !held.tokens.has(id));
  if (missing.length > 0)
    throw new NotHeld(async (client, into) => {
      const rows = await client.query<{ chunk: number; tokens: Uint8Array }>(
        'SELECT chunk, tokens FROM rappel.vectors WHERE chunk = ANY($1::integer[]) AND tokens IS NOT NULL',
        [missing],
      );
      for (const id of missing) into.tokens.set(id, null);
      // Copies: what was received is part of a larger block.
      for (const { chunk, tokens } of rows) into.tokens.set(chunk, asTokens(new Uint8Array(tokens)));
    });
  return new Map(ids.flatMap((id) => (held.tokens.get(id) ? [[id, held.tokens.get(id)!] as const] : [])));
}
