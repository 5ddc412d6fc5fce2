import type { Filter } from '../index/filters.js';
import type { Reader } from '../index/reader.js';
import type { Store } from '../index/store.js';
import type { Candidate } from '../index/word-list.js';
import type { Query, Term } from '../query/parse-query.js';
import { chunksWithQuotes } from '../query/quotes.js';
import { idfOf } from './bm25.js';
import { CANDIDATES } from './parameters.js';
import { rankByWords } from './rank-by-words.js';
import type { Ranked } from './ranked.js';

interface WordSearch {
  /** The chunks that full-text search proposes. */
  ids: number[];
  /** What each term counts, in the order of the query's terms. */
  weights: number[];
  /** Ranks these chunks, wherever they come from. */
  rank(candidates: readonly Candidate[]): Ranked[];
}

/** Full-text search proposes a few hundred chunks by the rarer words; every word of the question ranks those. */
export function searchWords(query: Query, reader: Reader, store: Store, filter: Filter | null): WordSearch {
  const { chunks, averageLength } = store.totals();
  const terms = mostTelling(query.terms, reader.countsOf(query.terms), chunks);
  const narrowed = { ...query, terms: terms.map(({ term }) => term) };
  const rarity = { chunks, averageLength, counts: terms.map(({ count }) => count) };
  const weightOf = new Map(terms.map(({ term, weight }) => [term, weight]));
  return {
    ids: propose(narrowed, terms, reader, filter),
    weights: query.terms.map((term) => weightOf.get(term) ?? 0),
    rank: (candidates) => rankByWords(narrowed, candidates, rarity),
  };
}

export interface CountedTerm {
  term: Term;
  /** Chunks that hold it. */
  count: number;
  weight: number;
}

/** A text pasted as a question has hundreds of words: the rarest of them say what it is about. */
export function mostTelling(
  terms: readonly Term[],
  counts: readonly number[],
  chunks: number,
): CountedTerm[] {
  const counted = terms.map((term, index): CountedTerm => {
    const count = counts[index]!;
    return { term, count, weight: idfOf(term, count, chunks) };
  });
  const { mostTerms } = CANDIDATES;
  if (counted.length <= mostTerms) return counted;
  const known = counted.filter(({ count }) => count > 0).sort((a, b) => b.weight - a.weight);
  return known.slice(0, mostTerms).sort((a, b) => a.term.position - b.term.position);
}

/** The terms that propose, rarest first. In a narrow scope the rare words may all lie outside of it: every word looks. */
export function proposingTerms(telling: readonly CountedTerm[], isNarrow: boolean): CountedTerm[] {
  const { fewestTerms, postings } = CANDIDATES;
  const rarestFirst = telling.toSorted((a, b) => b.weight - a.weight);
  let cost = 0;
  const end = rarestFirst.findIndex(({ count }, index) => {
    cost += count;
    return index >= fewestTerms && !isNarrow && cost > postings;
  });
  return end === -1 ? rarestFirst : rarestFirst.slice(0, end);
}

function propose(
  query: Query,
  terms: readonly CountedTerm[],
  reader: Reader,
  filter: Filter | null,
): number[] {
  const { most, perTerm } = CANDIDATES;
  if (filter !== null && filter.size === 0) return [];
  if (query.quoted.length > 0) return chunksWithQuotes(query, reader, filter);
  const known = terms.filter(({ count }) => count > 0);
  const others = known.filter(({ term }) => !term.isStopWord);
  const telling = others.length === 0 ? known : others;
  if (telling.length === 0) return [];
  const chosen = proposingTerms(telling, filter !== null);
  return reader.propose(
    chosen.map(({ term, weight }) => ({ keys: term.keys, worth: weight })),
    filter,
    Math.min(most, perTerm * (telling.length + 1)),
  );
}
