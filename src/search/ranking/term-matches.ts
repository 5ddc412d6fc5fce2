import { type Candidate, lengthNorm } from '../index/word-list.js';
import type { Term } from '../query/parse-query.js';
import { BM25, PROXIMITY } from './parameters.js';

/** What a chunk holds of the terms. */
export interface TermMatch {
  candidate: Candidate;
  /** How often each term occurs, weighed by form, place and length. */
  amounts: Float64Array;
  /** Places in the headings and the text, each followed by the term there. */
  hits: number[];
}

/** Reads the words of each candidate once, for all stages. */
export function matchTerms(
  candidates: readonly Candidate[],
  terms: readonly Term[],
  averageLength: number,
): TermMatch[] {
  const finder = createFinder(terms);
  return candidates.map((candidate) => match(candidate, terms, finder, averageLength));
}

/** Tells which term a word of a chunk matches. */
interface Finder {
  byStem: Map<number, number>;
  /** A quick no for most words: one bit of each stem. */
  mayHold: Uint8Array;
  byStart: Map<number, number>;
  mayStart: Uint8Array;
}

function createFinder(terms: readonly Term[]): Finder {
  const byStem = new Map<number, number>();
  const mayHold = new Uint8Array(4096);
  const byStart = new Map<number, number>();
  const mayStart = new Uint8Array(4096);
  // From the last to the first: where two terms share a stem, the first one has it.
  for (let index = Math.min(terms.length, 255) - 1; index >= 0; index--) {
    const { keys, start } = terms[index]!;
    if (start !== 0) {
      byStart.set(start, index);
      mayStart[start & 4095] = 1;
    }
    for (const { hash } of keys) {
      byStem.set(hash, index);
      mayHold[hash & 4095] = 1;
    }
  }
  return { byStem, mayHold, byStart, mayStart };
}

function match(
  candidate: Candidate,
  terms: readonly Term[],
  { byStem, mayHold, byStart, mayStart }: Finder,
  averageLength: number,
): TermMatch {
  const { stems, forms, starts, heads, bodies } = candidate.words;
  const { sameStem, samePrefix, heading } = BM25;
  const { window } = PROXIMITY;
  const norm = lengthNorm(bodies, averageLength);
  const amounts = new Float64Array(terms.length);
  const hits: number[] = [];
  const end = heads + bodies;
  for (let i = 0; i < stems.length; i++) {
    const stem = stems[i]!;
    let index = mayHold[stem & 4095] === 1 ? byStem.get(stem) : undefined;
    let amount: number;
    if (index !== undefined) {
      const { form } = terms[index]!;
      amount = form === 0 || form === forms[i] || i >= end ? 1 : sameStem;
    } else {
      const start = starts[i]!;
      if (mayStart[start & 4095] === 0) continue;
      index = byStart.get(start);
      if (index === undefined) continue;
      amount = samePrefix;
    }
    if (i < heads) {
      amounts[index]! += amount * heading;
      hits.push(i, index);
    } else if (i < end) {
      amounts[index]! += amount / norm;
      // So far behind the headings that no word of theirs is close to one of the text.
      hits.push(i + window, index);
    } else amounts[index]! += amount;
  }
  return { candidate, amounts, hits };
}
