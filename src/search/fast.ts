import type { Query, Term } from './query.js';
import { type Ranked, rank } from './rank.js';
import type { Filter, Reader } from './reader.js';
import type { Store } from './store.js';

export interface FastSearch {
  ranked: Ranked[];
  /** What each term counts, in the order of the query's terms. */
  weights: number[];
}

/**
 * BM25 over any of the words, without a model: full-text search proposes a few hundred chunks by their rarer words, then
 * every word of the question ranks those.
 */
export function searchFast(query: Query, reader: Reader, store: Store, filter: Filter | null): FastSearch {
  const { chunks, averageLength } = store.counts();
  const terms = mostTelling(query.terms, reader.countsOf(query.terms), chunks);
  const narrowed = { ...query, terms: terms.map(({ term }) => term) };
  const ids = propose(narrowed, terms, reader, filter);
  const rarity = { chunks, averageLength, counts: terms.map(({ count }) => count) };
  const ranked = rank(narrowed, reader.candidates(ids), rarity);
  const weightOf = new Map(terms.map(({ term, weight }) => [term, weight]));
  return { ranked, weights: query.terms.map((term) => weightOf.get(term) ?? 0) };
}

const CANDIDATES = 300;
const PHRASE_CANDIDATES = 2_000;
/** How many entries of the index a question may cost before its commonest words only help to rank. */
const BUDGET = 12_000;
const FEW = 30;
const MAX_TERMS = 48;

interface CountedTerm {
  term: Term;
  count: number;
  weight: number;
}

/** A text pasted as a question has hundreds of words: the rarest of them say what it is about. */
function mostTelling(terms: readonly Term[], counts: readonly number[], chunks: number): CountedTerm[] {
  const counted = terms.map((term, index): CountedTerm => {
    const count = Math.min(counts[index]!, chunks);
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
  if (filter !== null && filter.ids.size === 0) return [];
  if (query.quoted.length > 0) return proposePhrases(query, reader, filter);
  const known = terms.filter(({ count }) => count > 0).sort((a, b) => b.weight - a.weight);
  const telling = known.filter(({ term }) => !term.isStopWord);
  const useful = telling.length > 0 ? telling : known;
  const first: Term[] = [];
  const rest: Term[] = [];
  let cost = 0;
  for (const { term, count } of useful) {
    // In a narrow scope the rare words may all lie outside of it: there every word has to look.
    if (first.length === 0 || filter !== null || cost + count <= BUDGET) first.push(term);
    else rest.push(term);
    cost += count;
  }
  const ids = reader.match([first], filter, CANDIDATES);
  if (ids.length >= FEW || rest.length === 0) return ids;
  const more = reader.match([rest], filter, CANDIDATES - ids.length);
  return [...new Set([...ids, ...more])];
}

/** Every word of every phrase has to be there; whether they follow each other is seen when they are ranked. */
function proposePhrases(query: Query, reader: Reader, filter: Filter | null): number[] {
  const groups = query.quoted.flatMap((phrase) =>
    phrase.map((word): Term[] => [
      {
        label: word.folded,
        keys: [word.fr, word.en],
        form: word.form,
        start: 0,
        position: 0,
        weight: 1,
        isStopWord: false,
      },
    ]),
  );
  return reader.match(groups, filter, PHRASE_CANDIDATES);
}
