import type { Term } from '../query/parse-query.js';
import { BM25, STOP_WORDS } from './parameters.js';
import type { TermMatch } from './term-matches.js';

/** How common the terms of a query are, in the same order. */
export interface Rarity {
  /** Chunks in the index. */
  chunks: number;
  /** Words of text in an average chunk. */
  averageLength: number;
  /** In how many chunks each term stands. */
  counts: number[];
}

export interface WeighedTerm extends Term {
  /** Its weight times the inverse document frequency. */
  idf: number;
  isNumber: boolean;
}

/** BM25 over headings and text at once, each term one concept however it is spelled. */
export function bm25({ amounts }: TermMatch, terms: readonly WeighedTerm[]): number {
  let total = 0;
  for (let index = 0; index < terms.length; index++) total += termScore(terms[index]!, amounts[index]!);
  return total;
}

export function termScore({ idf }: WeighedTerm, amount: number): number {
  return amount === 0 ? 0 : (idf * amount * (BM25.k1 + 1)) / (amount + BM25.k1);
}

export function weighTerms(
  terms: readonly Term[],
  { chunks, counts }: Rarity,
  matches: readonly TermMatch[],
): WeighedTerm[] {
  return terms.map((term, index) => {
    const count = term.isStopWord ? chunks * stopWordShare(matches, index) : Math.min(counts[index]!, chunks);
    return { ...term, idf: idfOf(term, count, chunks), isNumber: NUMBER.test(term.label) };
  });
}

export function idfOf({ weight }: Term, count: number, chunks: number): number {
  return weight * Math.log(1 + (chunks - count + 0.5) / (count + 0.5));
}

const NUMBER = /^\d+$/;

/** The index does not count stop words; how common they are among the candidates is close enough. */
function stopWordShare(matches: readonly TermMatch[], index: number): number {
  const { share, priorChunks } = STOP_WORDS;
  const held = matches.filter(({ amounts }) => amounts[index]! > 0).length;
  return (held + share * priorChunks) / (matches.length + priorChunks);
}
