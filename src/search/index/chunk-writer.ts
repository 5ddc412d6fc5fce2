import { embedderKey } from '../models/embedder.js';
import { BUILT_IN_MODEL } from '../models/static/static-embedder.js';
import type { PreparedChunk } from './analyse-file.js';
import type { Database } from './sqlite.js';
import { asBytes } from './stored-vector.js';

/** Makes what is stored of the embedded model's vector. */
export type VectorOf = (tokens: Uint16Array) => Uint8Array;

/** A chunk that was taken out, whose vector is still there. */
export interface ClearedChunk {
  id: number;
  hash: Uint8Array;
  bodies: number;
}

const BUILT_IN = embedderKey(BUILT_IN_MODEL);

/** Writes the chunks of a file with everything that belongs to them. Always inside a transaction. */
export function createChunkWriter(database: Database) {
  const insertChunk = database.prepare(
    `INSERT INTO chunks (file, first, last, whole, date, dated, headings, hash, bodies)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const updateTime = database.prepare('UPDATE chunks SET date = ? WHERE file = ? AND dated = 0');
  const insertList = database.prepare('INSERT INTO word_lists (id, words) VALUES (?, ?)');
  const deleteList = database.prepare('DELETE FROM word_lists WHERE id = ?');
  const chunksOf = database.prepare('SELECT id, hash, bodies FROM chunks WHERE file = ?');
  const deleteChunks = database.prepare('DELETE FROM chunks WHERE file = ?');
  const insertWords = database.prepare('INSERT INTO words (rowid, stems) VALUES (?, CAST(? AS TEXT))');
  const deleteWords = database.prepare('DELETE FROM words WHERE rowid = ?');
  const insertVector = database.prepare(
    'INSERT INTO vectors (chunk, embedder, vector, tokens) VALUES (?, ?, ?, ?)',
  );
  const moveVector = database.prepare('UPDATE vectors SET chunk = ? WHERE chunk = ?');
  const deleteVector = database.prepare('DELETE FROM vectors WHERE chunk = ?');
  const addTotals = database.prepare('UPDATE totals SET chunks = chunks + ?, bodies = bodies + ?');
  return {
    /**
     * `time` dates the chunks that have no date of their own. A chunk that says what one of those before said takes over its vector:
     * some are paid for.
     */
    insert(
      file: number,
      time: string | null,
      chunks: readonly PreparedChunk[],
      vectorOf: VectorOf | null,
      before: readonly ClearedChunk[],
    ): void {
      const whole = chunks.length === 1 ? 1 : 0;
      const known = new Map(before.map(({ id, hash }) => [keyOf(hash), id]));
      let all = 0;
      for (const { first, last, date, headings, hash, bodies, stems, words, tokens } of chunks) {
        const dated = date === null ? 0 : 1;
        const values = [file, first, last, whole, date ?? time, dated, headings, hash, bodies];
        const { lastInsertRowid } = insertChunk.run(...values);
        const id = Number(lastInsertRowid);
        insertList.run(id, words);
        insertWords.run(id, stems);
        if (tokens !== null && vectorOf !== null)
          insertVector.run(id, BUILT_IN, vectorOf(tokens), asBytes(tokens));
        else if (known.size > 0) moveVector.run(id, known.get(keyOf(hash)) ?? null);
        all += bodies;
      }
      addTotals.run(chunks.length, all);
    },
    /** The text is the same, the time of the file is not. */
    setTime: (file: number, time: string | null) => void updateTime.run(time, file),
    /** Takes the chunks of a file out and returns them; their vectors stay. */
    clear(file: number): ClearedChunk[] {
      const rows = chunksOf.all(file) as unknown as ClearedChunk[];
      for (const { id } of rows) {
        deleteWords.run(id);
        deleteList.run(id);
      }
      deleteChunks.run(file);
      addTotals.run(-rows.length, -rows.reduce((sum, row) => sum + row.bodies, 0));
      return rows;
    },
    /** Removes the vectors of chunks that were taken out, except those that others took over. */
    clearVectors(chunks: readonly ClearedChunk[]): void {
      for (const { id } of chunks) deleteVector.run(id);
    },
  };
}

function keyOf(hash: Uint8Array): string {
  return Buffer.from(hash.buffer, hash.byteOffset, hash.byteLength).toString('latin1');
}
