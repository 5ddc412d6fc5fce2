import type { Term } from '../query/parse-query.js';
import { BM25, STOP_WORDS } from './parameters.js';
import type { TermMatch } from './term-matches.js';

/** How common the terms of a query are, in the same order. */
export interface Rarity {
  /** Chunks in the index. */
  chunks: number;
  /** Words of text in an average chunk. */
  averageLength: number;
  /** In how many chunks each term occurs. */
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

export function weighTerms(terms: readonly Term[], { chunks, counts }: Rarity): WeighedTerm[] {
  return terms.map((term, index) => {
    return { ...term, idf: idfOf(term, counts[index]!, chunks), isNumber: NUMBER.test(term.label) };
  });
}

/** `count`: how many of the chunks hold the term. */
export function idfOf({ weight, isStopWord }: Term, count: number, chunks: number): number {
  const held = Math.min(chunks, isStopWord ? Math.max(count, STOP_WORDS.share * chunks) : count);
  return weight * Math.log(1 + (chunks - held + 0.5) / (held + 0.5));
}

const NUMBER = /^\d+$/;
