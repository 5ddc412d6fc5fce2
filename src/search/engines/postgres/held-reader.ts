import { STRONG_MARK } from '../../index/analyse-file.js';
import type { Filter, Scope } from '../../index/filters.js';
import { fileTime } from '../../index/prepare-file.js';
import { createProposer, type Proposal } from '../../index/proposer.js';
import type { SearchReader } from '../../index/searchable.js';
import type { Key } from '../../text/words.js';
import { fetchChunks, fetchCounts, fetchMatches } from './fetch.js';
import { type Held, type HeldRow, NotHeld, other } from './held.js';
import type { Lexemes } from './lexemes.js';

/** Questions to the index, answered from what is held; what is not throws `NotHeld`. */
export function createHeldReader(current: () => Held, lexemes: Lexemes): SearchReader {
  const proposer = createProposer();
  const queryFor = (stems: readonly string[]) => lexemes.queryOf([stems]);
  return {
    snapshot: (read) => read(),
    candidates(ids) {
      const held = current();
      demandChunks(held, ids);
      return ids
        .toSorted((a, b) => a - b)
        .flatMap((id) => (held.words.has(id) ? [{ id, words: held.words.get(id)! }] : []));
    },
    describe: rowOf,
    dayOf(id) {
      const row = rowOf(id);
      if (row === null || row.date === null || row.date === fileTime(row.modified)) return null;
      const day = row.date.slice(0, 10);
      return /^\d{4}-\d\d-\d\d$/.test(day) ? day : null;
    },
    filterOf: (scopes, from, to) => filterOf(current(), scopes, from, to),
    countsOf(terms) {
      const held = current();
      const stems = terms.flatMap(({ keys }) => keys.map(textOf));
      const missing = [...new Set(stems.filter((stem) => !held.counts.has(stem)))];
      if (missing.length > 0) throw new NotHeld((client, into) => fetchCounts(client, into, missing));
      return terms.map(({ keys }) => keys.reduce((sum, { text }) => sum + held.counts.get(text)!, 0));
    },
    propose(terms: readonly Proposal[], filter, limit) {
      const held = current();
      const stems = terms.map(({ keys }) => keys.map(textOf));
      const strong = stems.map((texts) => texts.map((stem) => STRONG_MARK + stem));
      demandMatches(held, [...stems, ...strong].map(queryFor));
      const idsOf = (texts: readonly string[]) => held.matches.get(queryFor(texts))!;
      return proposer.propose(terms, { idsOf, lastId: held.state.lastChunk, gone: NONE }, filter, limit);
    },
    matchAll(groups: readonly (readonly Key[])[], filter, limit) {
      const held = current();
      const asked = lexemes.queryOf(groups.map((keys) => keys.map(textOf)));
      demandMatches(held, [asked]);
      return proposer.choose(held.matches.get(asked)!, held.state.lastChunk, filter, limit);
    },
    wordsLike: (start, limit) =>
      other(current(), `words like ${start} ${limit}`, (client) =>
        client.query<{ term: string; count: number }>(
          `SELECT term, chunks AS count FROM rappel.terms WHERE term >= $1 AND term < $2 AND chunks > 0 ORDER BY term LIMIT $3`,
          [start, `${start}\u{10ffff}`, limit],
        ),
      ),
  };

  function rowOf(id: number): HeldRow | null {
    const held = current();
    if (!held.rows.has(id)) demandChunks(held, [id]);
    return held.rows.get(id)!;
  }
}

const NONE: ReadonlySet<number> = new Set();

function textOf({ text }: Key): string {
  return text;
}

/** Words of a chunk that is gone by now may still be held: they are what was ranked. */
function demandChunks(held: Held, ids: readonly number[]): void {
  const missing = ids.filter((id) => !held.rows.has(id));
  if (missing.length > 0) throw new NotHeld((client, into) => fetchChunks(client, into, missing));
}

function demandMatches(held: Held, asked: readonly string[]): void {
  const missing = [...new Set(asked.filter((query) => !held.matches.has(query)))];
  if (missing.length > 0) throw new NotHeld((client, into) => fetchMatches(client, into, missing));
}

/** What scopes and dates leave; null where they leave everything. */
function filterOf(
  held: Held,
  scopes: readonly Scope[] | null,
  from: string | null,
  to: string | null,
): Filter | null {
  const byScope = scopes === null ? null : idsInScopes(held, scopes);
  if (from === null && to === null) return byScope;
  const dated = other(held, `dated ${from} ${to}`, async (client) => {
    const rows = await client.query<{ id: number }>(
      'SELECT id FROM rappel.chunks WHERE substr(date, 1, 10) BETWEEN $1 AND $2',
      [from ?? '0000-00-00', to ?? '9999-99-99'],
    );
    return rows.map(({ id }) => id);
  });
  return new Set(byScope === null ? dated : dated.filter((id) => byScope.has(id)));
}

function idsInScopes(held: Held, scopes: readonly Scope[]): Set<number> {
  const ids = new Set<number>();
  for (const { base, takes } of scopes) {
    const below = other(held, `below ${base}`, (client) =>
      client.query<{ path: string; ids: string }>(
        `SELECT path, string_agg(id::text, ',') AS ids FROM rappel.chunks WHERE path >= $1 AND path < $2 GROUP BY path`,
        // `/` is followed by `0`: that range is the path itself and everything below it, and little else.
        [base, base === '' ? '\u{10ffff}' : `${base}0`],
      ),
    );
    for (const file of below) if (takes(file.path)) for (const id of file.ids.split(',')) ids.add(Number(id));
  }
  return ids;
}
