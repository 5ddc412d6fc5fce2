import type { FileSource, FileVersion } from '../../files.js';
import { type PreparedChunk, STRONG_MARK } from '../../index/analyse-file.js';
import { fileTime, type PreparedFile, prepareFile } from '../../index/prepare-file.js';
import { asBytes } from '../../index/stored-vector.js';
import { embedderKey } from '../../models/embedder.js';
import { BUILT_IN_MODEL } from '../../models/static/static-embedder.js';
import { type Lexemes, termOf } from './lexemes.js';
import type { SqlClient } from './sql.js';
import type { VaultState } from './vault-rows.js';

/** A file as it is now; without a version one that is gone. */
export type FileChange = { path: string; version: null } | FilePut;

interface FilePut {
  path: string;
  version: FileVersion;
  prepared: PreparedFile;
}

/** Makes what is stored of the embedded model's vector. */
export type VectorOf = (tokens: Uint16Array) => Uint8Array;

interface OldChunk {
  id: number;
  path: string;
  hash: Uint8Array;
  bodies: number;
}

const BUILT_IN = embedderKey(BUILT_IN_MODEL);

/** Replaces what is known of files, in the transaction of the client: the counts of all words change along. */
export async function writeFiles(
  client: SqlClient,
  state: VaultState,
  lexemes: Lexemes,
  changes: readonly FileChange[],
  vectorOf: VectorOf | null,
): Promise<void> {
  const known = await knownFiles(client, changes);
  const isNew = (change: FileChange) => {
    const old = known.get(change.path);
    return change.version === null ? old !== undefined : !isSame(old?.hash, change.prepared.hash);
  };
  const replaced = changes.filter(isNew);
  const touched = changes.flatMap((change) => {
    const old = known.get(change.path);
    if (change.version === null || old === undefined || isNew(change)) return [];
    const { size, modified } = change.version;
    return old.size === size && old.modified === modified ? [] : [change];
  });
  if (replaced.length + touched.length === 0) return;
  const old = await clearChunks(client, lexemes, replaced);
  const put = replaced.flatMap((change) => (change.version === null ? [] : [change]));
  const chunks = await insertChunks(client, lexemes, state.lastChunk, put);
  await moveVectors(client, old, chunks, vectorOf);
  await setTimes(client, touched);
  await writeVersions(client, replaced, [...put, ...touched]);
  const sum = (items: readonly { bodies: number }[]) => items.reduce((all, { bodies }) => all + bodies, 0);
  await client.query(
    `UPDATE rappel.vaults SET version = version + 1, last_chunk = last_chunk + $1, chunks = chunks + $2,
       bodies = bodies + $3, files = files + $4`,
    [
      chunks.length,
      chunks.length - old.length,
      sum(chunks) - sum(old),
      put.filter(({ path }) => !known.has(path)).length - (replaced.length - put.length),
    ],
  );
}

async function knownFiles(client: SqlClient, changes: readonly FileChange[]) {
  const rows = await client.query<FileVersion & { hash: Uint8Array }>(
    'SELECT path, hash, size, modified FROM rappel.files WHERE path = ANY($1::text[])',
    [changes.map(({ path }) => path)],
  );
  return new Map(rows.map((row) => [row.path, row]));
}

function isSame(one: Uint8Array | undefined, other: Uint8Array): boolean {
  return one !== undefined && Buffer.compare(one, other) === 0;
}

/** Takes the chunks of files out, all but their vectors. */
async function clearChunks(
  client: SqlClient,
  { prefix }: Lexemes,
  files: readonly FileChange[],
): Promise<OldChunk[]> {
  const old = await client.query<OldChunk>(
    'DELETE FROM rappel.chunks WHERE path = ANY($1::text[]) RETURNING id, path, hash, bodies',
    [files.map(({ path }) => path)],
  );
  if (old.length === 0) return old;
  await client.query(
    `WITH gone AS (DELETE FROM rappel.words WHERE id = ANY($1::integer[]) RETURNING lexemes),
       lost AS (
         SELECT substr(lexeme, $2) AS term, count(*)::integer AS chunks
         FROM gone, unnest(tsvector_to_array(lexemes)) AS lexeme GROUP BY lexeme)
     UPDATE rappel.terms SET chunks = terms.chunks - lost.chunks FROM lost WHERE terms.term = lost.term`,
    [old.map(({ id }) => id), prefix.length + 1],
  );
  return old;
}

interface NewChunk extends PreparedChunk {
  id: number;
}

async function insertChunks(
  client: SqlClient,
  lexemes: Lexemes,
  lastChunk: number,
  files: readonly FilePut[],
): Promise<NewChunk[]> {
  let id = lastChunk;
  const chunks = files.flatMap(({ path, version, prepared }) =>
    prepared.chunks.map((chunk) => ({
      ...chunk,
      id: ++id,
      path,
      whole: prepared.chunks.length === 1 ? 1 : 0,
      dated: chunk.date === null ? 0 : 1,
      day: chunk.date ?? fileTime(version.modified),
      lexemes: decoder.decode(chunk.stems).split(' ').filter(Boolean),
    })),
  );
  if (chunks.length === 0) return [];
  const column = <Name extends keyof (typeof chunks)[0]>(name: Name) => chunks.map((chunk) => chunk[name]);
  await client.query(
    `INSERT INTO rappel.chunks (id, path, first, last, whole, date, dated, headings, hash, bodies, words)
     SELECT * FROM unnest($1::integer[], $2::text[], $3::integer[], $4::integer[], $5::integer[], $6::text[],
       $7::integer[], $8::text[], $9::bytea[], $10::integer[], $11::bytea[])`,
    [
      ...[column('id'), column('path'), column('first'), column('last'), column('whole'), column('day')],
      ...[column('dated'), column('headings'), column('hash'), column('bodies'), column('words')],
    ],
  );
  await client.query(
    'INSERT INTO rappel.words (id, lexemes) SELECT id, stems::tsvector FROM unnest($1::integer[], $2::text[]) AS one (id, stems)',
    [column('id'), column('lexemes').map(lexemes.vectorOf)],
  );
  await addTerms(client, column('lexemes'));
  return chunks;
}

const decoder = new TextDecoder();

/** Counts each stem once for each chunk; the marks of strong ones are not counted. */
async function addTerms(client: SqlClient, chunks: readonly (readonly string[])[]): Promise<void> {
  const counts = new Map<string, number>();
  for (const stems of chunks)
    for (const term of new Set(stems.map(termOf)))
      if (!term.startsWith(STRONG_MARK)) counts.set(term, (counts.get(term) ?? 0) + 1);
  await client.query(
    `INSERT INTO rappel.terms (term, chunks) SELECT * FROM unnest($1::text[], $2::integer[])
     ON CONFLICT (vault_id, term) DO UPDATE SET chunks = terms.chunks + excluded.chunks`,
    [[...counts.keys()], [...counts.values()]],
  );
}

/** A chunk that says what one of those before said takes over its vector: some are paid for. */
async function moveVectors(
  client: SqlClient,
  old: readonly OldChunk[],
  chunks: readonly NewChunk[],
  vectorOf: VectorOf | null,
): Promise<void> {
  const known = new Map(old.map(({ id, hash }) => [keyOf(hash), id]));
  const made: Parameters<typeof insertVectors>[2][number][] = [];
  const moved: { from: number; to: number }[] = [];
  for (const { id, hash, tokens } of chunks) {
    const from = known.get(keyOf(hash));
    if (tokens !== null && vectorOf !== null)
      made.push({ id, vector: vectorOf(tokens), tokens: asBytes(tokens) });
    else if (from !== undefined) moved.push({ from, to: id });
    known.delete(keyOf(hash));
  }
  if (moved.length > 0)
    await client.query(
      `UPDATE rappel.vectors SET chunk = after FROM unnest($1::integer[], $2::integer[]) AS moved (before, after)
       WHERE chunk = before`,
      [moved.map(({ from }) => from), moved.map(({ to }) => to)],
    );
  if (old.length > 0)
    await client.query('DELETE FROM rappel.vectors WHERE chunk = ANY($1::integer[])', [
      old.map(({ id }) => id),
    ]);
  if (made.length > 0) await insertVectors(client, BUILT_IN, made);
}

/** Stores vectors of chunks that are still there. */
export async function insertVectors(
  client: SqlClient,
  embedder: string,
  made: readonly { id: number; vector: Uint8Array; tokens: Uint8Array | null }[],
): Promise<void> {
  await client.query(
    `INSERT INTO rappel.vectors (chunk, embedder, vector, tokens)
     SELECT made.id, $1, made.vector, made.tokens
     FROM unnest($2::integer[], $3::bytea[], $4::bytea[]) AS made (id, vector, tokens)
     JOIN rappel.chunks ON chunks.id = made.id
     ON CONFLICT (vault_id, chunk) DO UPDATE
       SET embedder = excluded.embedder, vector = excluded.vector, tokens = excluded.tokens`,
    [embedder, made.map(({ id }) => id), made.map(({ vector }) => vector), made.map(({ tokens }) => tokens)],
  );
}

function keyOf(hash: Uint8Array): string {
  return Buffer.from(hash.buffer, hash.byteOffset, hash.byteLength).toString('latin1');
}

/** The text is the same, the time of the file is not. */
async function setTimes(client: SqlClient, files: readonly FilePut[]): Promise<void> {
  if (files.length === 0) return;
  await client.query(
    `UPDATE rappel.chunks SET date = time FROM unnest($1::text[], $2::text[]) AS touched (file, time)
     WHERE path = file AND dated = 0`,
    [files.map(({ path }) => path), files.map(({ version }) => fileTime(version.modified))],
  );
}

async function writeVersions(
  client: SqlClient,
  replaced: readonly FileChange[],
  put: readonly FilePut[],
): Promise<void> {
  const gone = replaced.filter(({ version }) => version === null);
  if (gone.length > 0)
    await client.query('DELETE FROM rappel.files WHERE path = ANY($1::text[])', [
      gone.map(({ path }) => path),
    ]);
  if (put.length === 0) return;
  await client.query(
    `INSERT INTO rappel.files (path, hash, size, modified)
     SELECT * FROM unnest($1::text[], $2::bytea[], $3::bigint[], $4::double precision[])
     ON CONFLICT (vault_id, path) DO UPDATE
       SET hash = excluded.hash, size = excluded.size, modified = excluded.modified`,
    [
      put.map(({ path }) => path),
      put.map(({ prepared }) => prepared.hash),
      put.map(({ version }) => version.size),
      put.map(({ version }) => version.modified),
    ],
  );
}

/** A file as it was just read. */
export function changeOf(path: string, file: ReturnType<FileSource['read']>): FileChange {
  if (file === null) return { path, version: null };
  return { path, version: file.version, prepared: prepareFile(path, file.text) };
}
