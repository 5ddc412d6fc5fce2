import { STRONG_MARK } from './analyse.js';
import { createProposals } from './proposals.js';
import type { Term } from './query.js';
import type { Candidate } from './rank.js';
import type { Scope } from './scopes.js';
import type { Database } from './sqlite.js';
import { decodeWords } from './word-list.js';
import type { Key } from './words.js';

/** Questions to the index. */
export interface Reader {
  /** In how many chunks each term stands. */
  countsOf(terms: readonly Term[]): number[];
  /** The most promising chunks that hold any of the terms, in no particular order. */
  propose(
    terms: readonly { keys: readonly Key[]; worth: number }[],
    filter: Filter | null,
    limit: number,
  ): number[];
  /** Chunks that hold one of the keys of every group. */
  matchAll(groups: readonly (readonly Key[])[], filter: Filter | null, limit: number): number[];
  /** Whatever was indexed last, for questions that no word of the index answers. */
  newest(filter: Filter | null, limit: number): number[];
  candidates(ids: readonly number[]): Candidate[];
  describe(id: number): ChunkRow | null;
  /** What scopes and dates leave; null where they leave everything. */
  filterOf(scopes: readonly Scope[] | null, from: string | null, to: string | null): Filter | null;
  /** The words of the index that start like this one, with the chunks they stand in: for spelling. */
  wordsLike(start: string, limit: number): { term: string; count: number }[];
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
  hash: Uint8Array;
}

export function createReader(database: Database): Reader {
  const count = database.prepare('SELECT doc FROM words_vocabulary WHERE term = ?');
  // One string instead of a row each: ten times faster than fetching the rows.
  const match = database.prepare('SELECT group_concat(rowid) AS ids FROM words WHERE words MATCH ?');
  const selectWords = database.prepare(
    'SELECT id, words FROM word_lists WHERE id IN (SELECT value FROM json_each(?))',
  );
  const selectNewest = database.prepare('SELECT id FROM chunks ORDER BY id DESC LIMIT ?');
  const selectChunk = database.prepare(
    `SELECT chunks.id, path, files.hash AS fileHash, first, last, whole, date, headings, chunks.hash
     FROM chunks JOIN files ON files.id = chunks.file WHERE chunks.id = ?`,
  );
  const selectPaths = database.prepare('SELECT id, path FROM files WHERE path >= ? AND path < ?');
  const selectDated = database.prepare(
    `SELECT id FROM chunks WHERE substr(date, 1, 10) >= ? AND substr(date, 1, 10) <= ?`,
  );
  const selectOfFile = database.prepare('SELECT id FROM chunks WHERE file = ?');
  const dataVersion = database.prepare('PRAGMA data_version');
  const totals = database.prepare('SELECT chunks, bodies FROM totals');
  const like = database.prepare(
    'SELECT term, doc AS count FROM words_vocabulary WHERE term >= ? AND term < ? LIMIT ?',
  );
  const proposals = createProposals();
  let counts = new Map<string, number>();
  let countsVersion = '';

  return {
    countsOf(terms) {
      const { chunks, bodies } = totals.get() as { chunks: number; bodies: number };
      const version = `${dataVersion.get()!.data_version} ${chunks} ${bodies}`;
      if (version !== countsVersion || counts.size > MAX_COUNTS) counts = new Map();
      countsVersion = version;
      return terms.map(({ keys }) => keys.reduce((sum, { text }) => sum + countOf(text), 0));
    },
    propose(terms, filter, limit) {
      for (const { keys, worth } of terms) {
        const stems = keys.map(({ text }) => text);
        proposals.add(idsOf(stems), worth, filter);
        proposals.add(idsOf(stems.map((stem) => STRONG_MARK + stem)), STRONG_BONUS * worth, filter);
      }
      return proposals.take(limit);
    },
    matchAll(groups, filter, limit) {
      const expression = groups.map((keys) => `(${anyOf(keys.map(({ text }) => text))})`).join(' AND ');
      const ids = (match.get(expression)!.ids as string | null) ?? '';
      proposals.add(ids, 1, filter);
      return proposals.take(limit);
    },
    newest(filter, limit) {
      if (filter !== null) return [...filter].slice(-limit);
      return selectNewest.all(limit).map((row) => row.id as number);
    },
    candidates(ids) {
      const rows = selectWords.all(JSON.stringify(ids)) as unknown as { id: number; words: Uint8Array }[];
      return rows.map(({ id, words }) => ({ id, words: decodeWords(words) }));
    },
    describe(id) {
      return (selectChunk.get(id) as unknown as ChunkRow | undefined) ?? null;
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

  function countOf(text: string): number {
    let known = counts.get(text);
    if (known === undefined) {
      known = Number(count.get(text)?.doc ?? 0);
      counts.set(text, known);
    }
    return known;
  }

  function idsOf(stems: readonly string[]): string {
    return (match.get(anyOf(stems))!.ids as string | null) ?? '';
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

const MAX_COUNTS = 50_000;

/** How much more a chunk is worth that holds a term strongly. */
const STRONG_BONUS = 0.6;

/** A string of FTS5: nothing in it is syntax. */
function quote(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

function anyOf(stems: readonly string[]): string {
  return stems.map(quote).join(' OR ');
}
