import type { Stage } from '../engine.js';
import type { Filter, Reader } from '../index/reader.js';
import type { Store } from '../index/store.js';
import type { Query, Term } from '../query/parse-query.js';
import { chunksWithQuotes, settleQuotes, wordsStage } from '../query/quotes.js';
import type { Key } from '../text/words.js';
import { type Candidate, type Ranked, rank } from './rank.js';

export interface FastSearch {
  ranked: Ranked[];
  /** What each term counts, in the order of the query's terms. */
  weights: number[];
  stages: Stage[];
}

/**
 * BM25 over any of the words, without a model: full-text search proposes a few hundred chunks by their rarer words, then
 * every word of the question ranks those.
 */
export function searchFast(query: Query, reader: Reader, store: Store, filter: Filter | null): FastSearch {
  return reader.atOnce(() => {
    const settled = settleQuotes(query, reader, filter);
    const { ids, weights, rankAll } = prepareFast(settled, reader, store, filter);
    return { ranked: rankAll(reader.candidates(ids)), weights, stages: [wordsStage(query, settled)] };
  });
}

export interface PreparedSearch {
  /** The chunks that full-text search proposes. */
  ids: number[];
  weights: number[];
  /** Ranks these chunks, wherever they come from. */
  rankAll(candidates: readonly Candidate[]): Ranked[];
}

/** The same in two steps, for those who have more chunks to propose. */
export function prepareFast(
  query: Query,
  reader: Reader,
  store: Store,
  filter: Filter | null,
): PreparedSearch {
  const { chunks, averageLength } = store.totals();
  const terms = mostTelling(query.terms, reader.countsOf(query.terms), chunks);
  const narrowed = { ...query, terms: terms.map(({ term }) => term) };
  const rarity = { chunks, averageLength, counts: terms.map(({ count }) => count) };
  const weightOf = new Map(terms.map(({ term, weight }) => [term, weight]));
  return {
    ids: propose(narrowed, terms, reader, filter),
    weights: query.terms.map((term) => weightOf.get(term) ?? 0),
    rankAll: (candidates) => rank(narrowed, candidates, rarity),
  };
}

const CANDIDATES = 300;
/** A short question has fewer ways to be answered. */
const PER_TERM = 60;
/** How many chunks are read where only reading helps. */
const SCANNED = 3_000;
/** How many entries of the index a question may cost before its commonest words only help to rank. */
const BUDGET = 15_000;
const FEWEST = 2;
const MAX_TERMS = 48;

interface CountedTerm {
  term: Term;
  count: number;
  weight: number;
}

/** A text pasted as a question has hundreds of words: the rarest of them say what it is about. */
function mostTelling(terms: readonly Term[], counts: readonly number[], chunks: number): CountedTerm[] {
  const counted = terms.map((term, index): CountedTerm => {
    // Full-text search does not know the stop words: one in four is a fair guess until the candidates are read.
    const count = term.isStopWord ? chunks / 4 : Math.min(counts[index]!, chunks);
    return { term, count, weight: term.weight * Math.log(1 + (chunks - count + 0.5) / (count + 0.5)) };
  });
  if (counted.length <= MAX_TERMS) return counted;
  const known = counted.filter(({ count }) => count > 0).sort((a, b) => b.weight - a.weight);
  return known.slice(0, MAX_TERMS).sort((a, b) => a.term.position - b.term.position);
}

function propose(
  query: Query,
  terms: readonly CountedTerm[],
  reader: Reader,
  filter: Filter | null,
): number[] {
  if (filter !== null && filter.size === 0) return [];
  if (query.quoted.length > 0) return chunksWithQuotes(query, reader, filter, SCANNED);
  const telling = terms.filter(({ term, count }) => count > 0 && !term.isStopWord);
  // Nothing but stop words: whether any chunk is about them can only be seen by reading.
  if (telling.length === 0)
    return terms.some(({ term }) => term.isStopWord) ? reader.newest(filter, SCANNED) : [];
  const chosen: { keys: Key[]; worth: number }[] = [];
  let cost = 0;
  for (const { term, count, weight } of telling.sort((a, b) => b.weight - a.weight)) {
    // In a narrow scope the rare words may all lie outside of it: there every word has to look.
    if (chosen.length >= FEWEST && filter === null && cost + count > BUDGET) break;
    chosen.push({ keys: term.keys, worth: weight });
    cost += count;
  }
  return reader.propose(chosen, filter, Math.min(CANDIDATES, PER_TERM * (telling.length + 1)));
}
