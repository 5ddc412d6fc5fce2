import type { Term } from './query.js';
import type { Candidate } from './rank.js';
import type { Scope } from './scopes.js';
import type { Database } from './sqlite.js';
import { decodeWords } from './word-list.js';

/** Questions to the index. */
export interface Reader {
  /** In how many chunks each term stands. */
  countsOf(terms: readonly Term[]): number[];
  /** The chunks that hold any of the terms, the most promising first. */
  match(groups: readonly Term[][], filter: Filter | null, limit: number): number[];
  candidates(ids: readonly number[]): Candidate[];
  describe(id: number): ChunkRow | null;
  /** What scopes and dates leave; null where they leave everything. */
  filterOf(scopes: readonly Scope[] | null, from: string | null, to: string | null): Filter | null;
  /** The words of the index that start like this one, with the chunks they stand in: for spelling. */
  wordsLike(start: string, limit: number): { term: string; count: number }[];
}

/** The ids of the chunks that may be results. */
export interface Filter {
  ids: Set<number>;
  /** The same for SQL. */
  json: string;
}

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
  const matchAll = database.prepare(
    `SELECT rowid AS id FROM words WHERE words MATCH ? AND rank MATCH 'bm25(3.0, 1.0)' ORDER BY rank LIMIT ?`,
  );
  const matchSome = database.prepare(
    `SELECT rowid AS id FROM words WHERE words MATCH ? AND rank MATCH 'bm25(3.0, 1.0)'
     AND rowid IN (SELECT value FROM json_each(?)) ORDER BY rank LIMIT ?`,
  );
  const selectWords = database.prepare(
    'SELECT id, family, place, heads, bodies, words FROM chunks WHERE id = ?',
  );
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
    match(groups, filter, limit) {
      const expression = groups
        .filter((group) => group.length > 0)
        .map((group) => `(${group.flatMap(({ keys }) => keys.map(({ text }) => quote(text))).join(' OR ')})`)
        .join(' AND ');
      if (expression === '') return [];
      const rows =
        filter === null ? matchAll.all(expression, limit) : matchSome.all(expression, filter.json, limit);
      return rows.map((row) => row.id as number);
    },
    candidates(ids) {
      const candidates: Candidate[] = [];
      for (const id of ids) {
        const row = selectWords.get(id) as unknown as WordsRow | undefined;
        if (row === undefined) continue;
        const words = decodeWords(row.words, row.heads, row.bodies);
        candidates.push({ id: row.id, family: row.family, place: row.place, words });
      }
      return candidates;
    },
    describe(id) {
      return (selectChunk.get(id) as unknown as ChunkRow | undefined) ?? null;
    },
    filterOf(scopes, from, to) {
      const byScope = scopes === null ? null : idsInScopes(scopes);
      if (from === null && to === null) return byScope === null ? null : filterFor(byScope);
      const dated = selectDated.all(from ?? '0000-00-00', to ?? '9999-99-99').map((row) => row.id as number);
      return filterFor(byScope === null ? new Set(dated) : new Set(dated.filter((id) => byScope.has(id))));
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

interface WordsRow {
  id: number;
  family: number;
  place: number;
  heads: number;
  bodies: number;
  words: Uint8Array;
}

function filterFor(ids: Set<number>): Filter {
  return { ids, json: JSON.stringify([...ids]) };
}

/** A string of FTS5: nothing in it is syntax. */
function quote(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
