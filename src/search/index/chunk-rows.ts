import type { Database } from '../../shared/sqlite.js';
import { parseIds } from './postings.js';
import { fileTime } from './prepare-file.js';
import { type Candidate, decodeAll } from './word-list.js';

export interface ChunkRow {
  id: number;
  path: string;
  fileHash: Uint8Array;
  first: number;
  last: number;
  whole: number;
  date: string | null;
  headings: string;
}

/** What is stored of chunks, by their ids. */
export function createChunkRows(database: Database) {
  // One block instead of a row each: fetching rows costs more than finding them.
  const selectWords = database.prepare(
    `SELECT group_concat(id) AS ids, group_concat(length(words)) AS lengths,
       CAST(group_concat(words, '') AS BLOB) AS block
     FROM word_lists WHERE id IN (SELECT value FROM json_each(?))`,
  );
  const selectChunk = database.prepare(
    `SELECT chunks.id, path, files.hash AS fileHash, first, last, whole, date, headings
     FROM chunks JOIN files ON files.id = chunks.file WHERE chunks.id = ?`,
  );
  const selectDate = database.prepare(
    'SELECT date, modified FROM chunks JOIN files ON files.id = chunks.file WHERE chunks.id = ?',
  );
  return {
    candidates(ids: readonly number[]): Candidate[] {
      const row = selectWords.get(`[${ids.join()}]`) as unknown as Lists | { ids: null };
      if (row.ids === null) return [];
      const lists = decodeAll(row.block, parseIds(row.lengths));
      return Array.from(parseIds(row.ids), (id, index) => ({ id, words: lists[index]! }));
    },
    describe(id: number): ChunkRow | null {
      return (selectChunk.get(id) as unknown as ChunkRow | undefined) ?? null;
    },
    /** The day of a chunk's own date; null where its file only has the time that the file system gives it. */
    dayOf(id: number): string | null {
      const row = selectDate.get(id) as { date: string | null; modified: number } | undefined;
      if (row === undefined || row.date === null || row.date === fileTime(row.modified)) return null;
      const day = row.date.slice(0, 10);
      return /^\d{4}-\d\d-\d\d$/.test(day) ? day : null;
    },
  };
}

interface Lists {
  ids: string;
  lengths: string;
  block: Uint8Array;
}
