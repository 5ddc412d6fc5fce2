import { CANDIDATES } from '../ranking/parameters.js';
import type { Key } from '../text/words.js';
import { STRONG_MARK } from './analyse-file.js';
import { anyOf, createPostings, parseIds } from './postings.js';
import { fileTime } from './prepare-file.js';
import { createVersionCheck } from './schema.js';
import { createScoreAccumulator } from './score-accumulator.js';
import type { Database } from './sqlite.js';
import { type Candidate, decodeAll } from './word-list.js';

/** Questions to the index. */
export interface Reader {
  /** Runs several reads in one transaction: they see one state of the index and take the lock once. */
  snapshot<Result>(read: () => Result): Result;
  /** These chunks are gone: they are not proposed any more. */
  forget(ids: readonly number[]): void;
  /** The chunks that hold one of the keys, and perhaps some that are gone. */
  holding(keys: readonly Key[]): Uint32Array;
  /** In how many chunks each term stands. */
  countsOf(terms: readonly { keys: readonly Key[] }[]): number[];
  /** The most promising chunks that hold any of the terms, in no particular order. */
  propose(
    terms: readonly { keys: readonly Key[]; worth: number }[],
    filter: Filter | null,
    limit: number,
  ): number[];
  /** Chunks that hold one of the keys of every group. */
  matchAll(groups: readonly (readonly Key[])[], filter: Filter | null, limit: number): number[];
  candidates(ids: readonly number[]): Candidate[];
  /** The day of a chunk's own date; null where its file only has the time that the file system gives it. */
  dayOf(id: number): string | null;
  describe(id: number): ChunkRow | null;
  /** What scopes and dates leave; null where they leave everything. */
  filterOf(scopes: readonly Scope[] | null, from: string | null, to: string | null): Filter | null;
  /** The words of the index that start like this one, with the chunks they stand in: for spelling. */
  wordsLike(start: string, limit: number): { term: string; count: number }[];
}

/** Which paths are searched, and where in the vault it is enough to look for them. */
export interface Scope {
  /** Everything it takes lies at or below this path; empty for the whole vault. */
  base: string;
  takes(path: string): boolean;
}

/** The ids of the chunks that may be results. */
export type Filter = ReadonlySet<number>;

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

export function createReader(database: Database): Reader {
  const begin = database.prepare('BEGIN');
  const end = database.prepare('COMMIT');
  const count = database.prepare('SELECT doc FROM words_vocabulary WHERE term = ?');
  const match = database.prepare('SELECT group_concat(rowid) AS ids FROM words WHERE words MATCH ?');
  // One block instead of a row each, for the same reason as with the ids: fetching rows costs more than finding them.
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
  const selectPaths = database.prepare('SELECT id, path FROM files WHERE path >= ? AND path < ?');
  const selectDated = database.prepare(
    `SELECT id FROM chunks WHERE substr(date, 1, 10) >= ? AND substr(date, 1, 10) <= ?`,
  );
  const selectOfFile = database.prepare('SELECT id FROM chunks WHERE file = ?');
  const dataVersion = database.prepare('PRAGMA data_version');
  const newestId = database.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'chunks'");
  const like = database.prepare(
    'SELECT term, doc AS count FROM words_vocabulary WHERE term >= ? AND term < ? LIMIT ?',
  );
  const indexVersion = createVersionCheck(database);
  const scores = createScoreAccumulator();
  const postings = createPostings(database);
  const counts = new Map<string, Counted>();
  const gone = new Set<number>();
  let version: unknown = null;

  return {
    snapshot(read) {
      if (database.isTransaction) return read();
      begin.run();
      try {
        indexVersion.demand();
        const result = read();
        end.run();
        return result;
      } catch (error) {
        if (database.isTransaction !== false) end.run();
        throw error;
      }
    },
    forget(ids) {
      for (const id of ids) gone.add(id);
    },
    holding(keys) {
      return postings.idsOf(
        keys.map(({ text }) => text),
        catchUp(),
      );
    },
    countsOf(terms) {
      const lastId = catchUp();
      return terms.map(({ keys }) => {
        let sum = 0;
        for (const { text } of keys) sum += countOf(text, lastId);
        return sum;
      });
    },
    propose(terms, filter, limit) {
      const lastId = catchUp();
      const { strongWorth } = CANDIDATES;
      scores.begin(lastId);
      let later = terms.reduce((sum, { worth }) => sum + strongWorth * worth, 0);
      for (const { keys, worth } of terms) {
        const stems = keys.map(({ text }) => text);
        const strong = postings.idsOf(
          stems.map((stem) => STRONG_MARK + stem),
          lastId,
        );
        // Once enough chunks are worth more than any new one could become, a term only tells among those.
        const isDecided = () => scores.countAbove(later) >= limit + gone.size;
        const decided = isDecided();
        later -= strongWorth * worth;
        // Whatever holds a stem strongly holds it: that much is certain before the long list is read.
        scores.add(strong, strongWorth * worth, filter, decided);
        later += worth;
        scores.add(postings.idsOf(stems, lastId), worth, filter, decided || isDecided());
        later -= worth;
        scores.add(strong, -worth, filter, true);
      }
      scores.remove(gone);
      return scores.take(limit);
    },
    matchAll(groups, filter, limit) {
      const expression = groups.map((keys) => `(${anyOf(keys.map(({ text }) => text))})`).join(' AND ');
      scores.begin(catchUp());
      scores.add(parseIds((match.get(expression)!.ids as string | null) ?? ''), 1, filter);
      return scores.take(limit);
    },
    candidates(ids) {
      const row = selectWords.get(`[${ids.join()}]`) as unknown as Lists | { ids: null };
      if (row.ids === null) return [];
      const lists = decodeAll(row.block, parseIds(row.lengths));
      return Array.from(parseIds(row.ids), (id, index) => ({ id, words: lists[index]! }));
    },
    describe(id) {
      return (selectChunk.get(id) as unknown as ChunkRow | undefined) ?? null;
    },
    dayOf(id) {
      const row = selectDate.get(id) as { date: string | null; modified: number } | undefined;
      if (row === undefined || row.date === null || row.date === fileTime(row.modified)) return null;
      const day = row.date.slice(0, 10);
      return /^\d{4}-\d\d-\d\d$/.test(day) ? day : null;
    },
    filterOf(scopes, from, to) {
      const byScope = scopes === null ? null : idsInScopes(scopes);
      if (from === null && to === null) return byScope;
      const dated = selectDated.all(from ?? '0000-00-00', to ?? '9999-99-99').map((row) => row.id as number);
      return new Set(byScope === null ? dated : dated.filter((id) => byScope.has(id)));
    },
    wordsLike(start, limit) {
      return like.all(start, `${start}\u{10ffff}`, limit) as { term: string; count: number }[];
    },
  };

  /** Lets go of what another process may have changed. Returns the newest id of the index. */
  function catchUp(): number {
    const now = dataVersion.get()!.data_version;
    if (now !== version || gone.size > MOST_GONE) {
      postings.clear();
      counts.clear();
      gone.clear();
      version = now;
    }
    return Number(newestId.get()?.seq ?? 0);
  }

  function countOf(text: string, lastId: number): number {
    const known = counts.get(text);
    const changes = lastId + gone.size;
    // Counting a common word takes a while, and a hundredth more or less of it does not matter.
    if (known !== undefined && changes - known.changes <= known.count / 100) return known.count;
    const found = Number(count.get(text)?.doc ?? 0);
    if (counts.size >= MAX_COUNTS) counts.clear();
    counts.set(text, { count: found, changes });
    return found;
  }

  function idsInScopes(scopes: readonly Scope[]): Set<number> {
    const files = new Set<number>();
    for (const { base, takes } of scopes) {
      // `/` is followed by `0`: that range is the path itself and everything below it, and little else.
      for (const row of selectPaths.all(base, base === '' ? '\u{10ffff}' : `${base}0`)) {
        if (takes(row.path as string)) files.add(row.id as number);
      }
    }
    const ids = new Set<number>();
    for (const file of files) for (const row of selectOfFile.all(file)) ids.add(row.id as number);
    return ids;
  }
}

interface Lists {
  ids: string;
  lengths: string;
  block: Uint8Array;
}

interface Counted {
  count: number;
  /** How many chunks had come and gone by then. */
  changes: number;
}

const MAX_COUNTS = 50_000;
const MOST_GONE = 1_000;
