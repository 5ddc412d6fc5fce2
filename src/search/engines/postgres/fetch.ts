import { decodeAll } from '../../index/word-list.js';
import type { Held, HeldRow } from './held.js';
import { termOf } from './lexemes.js';
import type { SqlClient } from './sql.js';

/** Fetches in how many chunks stems occur. */
export async function fetchCounts(client: SqlClient, held: Held, stems: readonly string[]): Promise<void> {
  const terms = stems.map(termOf);
  const rows = await client.query<{ term: string; chunks: number }>(
    'SELECT term, chunks FROM rappel.terms WHERE term = ANY($1::text[])',
    [terms],
  );
  const counts = new Map(rows.map(({ term, chunks }) => [term, chunks]));
  for (const [at, stem] of stems.entries()) held.counts.set(stem, counts.get(terms[at]!) ?? 0);
}

/** Fetches the chunks that match each `tsquery`. */
export async function fetchMatches(client: SqlClient, held: Held, asked: readonly string[]): Promise<void> {
  const rows = await client.query<{ ids: Uint8Array | null }>(
    `SELECT rappel.holding(asked::tsquery) AS ids
     FROM unnest($1::text[]) WITH ORDINALITY AS wanted (asked, place) ORDER BY place`,
    [asked],
  );
  for (const [at, { ids }] of rows.entries())
    held.matches.set(asked[at]!, ids === null ? NO_IDS : idsOf(ids));
}

const NO_IDS = new Uint32Array();

/** Numbers as PostgreSQL sends them, the most significant byte first; in ascending order. */
function idsOf(bytes: Uint8Array): Uint32Array {
  // A copy: the bytes may start anywhere, and are part of a larger block.
  const own = Buffer.from(Uint8Array.from(bytes).buffer).swap32();
  return new Uint32Array(own.buffer, own.byteOffset, own.byteLength >>> 2).sort();
}

type FetchedRow = Omit<HeldRow, 'id'> & { id: number; words: Uint8Array | null };

/** Fetches chunks: what is stored of each, and its words unless they are held. */
export async function fetchChunks(client: SqlClient, held: Held, ids: readonly number[]): Promise<void> {
  const rows = await client.query<FetchedRow>(
    `SELECT id, path, files.hash AS "fileHash", modified, first, last, whole, date, headings,
       CASE WHEN wanted THEN words END AS words
     FROM unnest($1::integer[], $2::boolean[]) AS asked (chunk, wanted)
     JOIN rappel.chunks ON id = chunk JOIN rappel.files USING (vault_id, path)`,
    [ids, ids.map((id) => !held.words.has(id))],
  );
  for (const id of ids) held.rows.set(id, null);
  for (const { words, ...row } of rows) {
    held.rows.set(row.id, row);
    // A copy: what was received is part of a larger block, and may start anywhere.
    if (words !== null) held.words.set(row.id, decodeAll(new Uint8Array(words), [words.byteLength])[0]!);
  }
}
