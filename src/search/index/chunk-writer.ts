import type { Database } from '../../shared/sqlite.js';
import { embedderKey } from '../models/embedder.js';
import { BUILT_IN_MODEL } from '../models/static/static-embedder.js';
import type { WordPieces } from '../models/static/word-pieces.js';
import type { PreparedChunk } from './analyse-file.js';
import type { StoredWords } from './postings.js';
import { asBytes } from './stored-vector.js';

/** Makes what is stored of the embedded model's vector. */
export type VectorOf = (tokens: Uint16Array) => Uint8Array;

/** What makes the vectors of texts along with their index. */
export interface VectorMaking {
  words: WordPieces;
  vectorOf: VectorOf;
}

/** A chunk of a file as the index has it. */
interface StoredChunk {
  id: number;
  hash: Uint8Array;
  bodies: number;
  words: Uint8Array;
}

/** What full-text search was told in a transaction. */
export interface ChangedWords {
  /** In the order of their ids. */
  stored: StoredWords[];
  /** The word lists of chunks that were deleted. */
  removed: Uint8Array[];
}

/** A chunk that stayed and has another date now. */
export interface DatedChunk {
  id: number;
  date: string | null;
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
  const chunksOf = database.prepare(
    'SELECT chunks.id, hash, bodies, words FROM chunks JOIN word_lists USING (id) WHERE file = ? ORDER BY id',
  );
  const updateChunk = database.prepare(
    `UPDATE chunks SET first = ?1, last = ?2, whole = ?3, date = ?4, dated = ?5, headings = ?6
     WHERE id = ?7 AND (first, last, whole, date, dated, headings) IS NOT (?1, ?2, ?3, ?4, ?5, ?6)`,
  );
  const deleteChunk = database.prepare('DELETE FROM chunks WHERE id = ?');
  const insertWords = database.prepare('INSERT INTO words (rowid, stems) VALUES (?, CAST(? AS TEXT))');
  const deleteWords = database.prepare('DELETE FROM words WHERE rowid = ?');
  const insertVector = database.prepare(
    'INSERT INTO vectors (chunk, embedder, vector, tokens) VALUES (?, ?, ?, ?)',
  );
  const moveVector = database.prepare('UPDATE vectors SET chunk = ? WHERE chunk = ?');
  const deleteVector = database.prepare('DELETE FROM vectors WHERE chunk = ?');
  /** New chunks, in the order of their ids, until the end of the transaction. */
  const stored = new Map<number, StoredWords[1]>();
  /** The word lists of chunks that were deleted in it. */
  let removed: Uint8Array[] = [];
  const addTotals = database.prepare('UPDATE totals SET chunks = chunks + ?, bodies = bodies + ?');
  const insertAll = (
    file: number,
    time: string | null,
    chunks: readonly PreparedChunk[],
    whole: number,
    vectorOf: VectorOf | null,
    before: readonly StoredChunk[],
  ): void => {
    if (chunks.length === 0) return;
    const known = new Map(before.map(({ id, hash }) => [keyOf(hash), id]));
    let all = 0;
    for (const { first, last, date, headings, hash, bodies, stems, words, tokens } of chunks) {
      const dated = date === null ? 0 : 1;
      const values = [file, first, last, whole, date ?? time, dated, headings, hash, bodies];
      const { lastInsertRowid } = insertChunk.run(...values);
      const id = Number(lastInsertRowid);
      insertList.run(id, words);
      stored.set(id, { stems, words });
      if (tokens !== null && vectorOf !== null)
        insertVector.run(id, BUILT_IN, vectorOf(tokens), asBytes(tokens));
      else if (known.size > 0) moveVector.run(id, known.get(keyOf(hash)) ?? null);
      all += bodies;
    }
    addTotals.run(chunks.length, all);
  };

  /** Takes chunks out; their vectors stay. */
  const clear = (chunks: readonly StoredChunk[]): void => {
    if (chunks.length === 0) return;
    for (const { id, words } of chunks) {
      if (!stored.delete(id)) {
        deleteWords.run(id);
        removed.push(words);
      }
      deleteList.run(id);
      deleteChunk.run(id);
    }
    addTotals.run(-chunks.length, -chunks.reduce((sum, { bodies }) => sum + bodies, 0));
  };

  /** Removes the vectors of chunks that were taken out, except those that others took over. */
  const clearVectors = (chunks: readonly StoredChunk[]): void => {
    for (const { id } of chunks) deleteVector.run(id);
  };

  return {
    /** A transaction begins. */
    begin(): void {
      stored.clear();
      removed = [];
    },
    /**
     * Stores the stems, at the end of a transaction. When a chunk is deleted, FTS5 writes the rows that it has so far as a piece of their own and
     * may merge pieces: with rows and deletions in turns, it would do so for each file. Returns what it stored.
     */
    end(): ChangedWords {
      for (const [id, { stems }] of stored) insertWords.run(id, stems);
      return { stored: [...stored], removed };
    },
    /**
     * Replaces the chunks of a file. Those at its start that say what they said stay, with their ids, as most edits are stamps or come at
     * the end: full-text search and vectors take much longer to change than a row. Only at its start, so that ids ascend in a file. `time`
     * dates the chunks that have no date of their own. A chunk that says what one of those before said takes over its vector: some are
     * paid for. Returns the ids that are gone and the chunks that have another date.
     */
    replace(
      file: number,
      time: string | null,
      chunks: readonly PreparedChunk[],
      vectorOf: VectorOf | null,
    ): { gone: number[]; dated: DatedChunk[] } {
      const before = chunksOf.all(file) as unknown as StoredChunk[];
      const whole = chunks.length === 1 ? 1 : 0;
      const dated: DatedChunk[] = [];
      let kept = 0;
      for (; kept < chunks.length && isSame(before[kept], chunks[kept]!); kept++) {
        const { first, last, date: own, headings } = chunks[kept]!;
        const { id } = before[kept]!;
        const date = own ?? time;
        const { changes } = updateChunk.run(first, last, whole, date, own === null ? 0 : 1, headings, id);
        if (Number(changes) > 0) dated.push({ id, date });
      }
      const cleared = before.slice(kept);
      clear(cleared);
      insertAll(file, time, chunks.slice(kept), whole, vectorOf, cleared);
      clearVectors(cleared);
      return { gone: cleared.map(({ id }) => id), dated };
    },
    /** The text is the same, the time of the file is not. */
    setTime: (file: number, time: string | null) => void updateTime.run(time, file),
  };
}

/** The same text under the same headings, which search knows by the same words. */
function isSame(stored: StoredChunk | undefined, { hash, words }: PreparedChunk): boolean {
  return (
    stored !== undefined &&
    Buffer.compare(stored.hash, hash) === 0 &&
    Buffer.compare(stored.words, words) === 0
  );
}

function keyOf(hash: Uint8Array): string {
  return Buffer.from(hash.buffer, hash.byteOffset, hash.byteLength).toString('latin1');
}
