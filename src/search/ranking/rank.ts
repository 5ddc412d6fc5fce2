import type { WordList } from '../index/word-list.js';
import type { Phrase, Query, Term } from '../query/parse-query.js';
import { containsPhrase } from '../query/phrase.js';

/** A chunk that may answer, as it comes out of the index. */
export interface Candidate {
  id: number;
  words: WordList;
}

/** How common the terms of a query are, in the same order. */
export interface Rarity {
  /** Chunks in the index. */
  chunks: number;
  /** Words of text in an average chunk. */
  averageLength: number;
  /** In how many chunks each term stands. */
  counts: number[];
}

export interface Ranked {
  id: number;
  /** From 0 to 1. */
  score: number;
  /** How much of it comes from each term, by label: what `explain` shows, and only then is worked out. */
  parts(): Record<string, number>;
}

/**
 * BM25 over headings and text at once, each term one concept however it is spelled, with bonuses for words that stand
 * close together and for chunks whose neighbours speak of the rest of the question. Best first.
 */
export function rank(query: Query, candidates: readonly Candidate[], rarity: Rarity): Ranked[] {
  const finder = createFinder(query.terms);
  const evidence = withPhrases(candidates, query.quoted).map((candidate) =>
    collect(candidate, query.terms, finder, rarity.averageLength),
  );
  const terms = weigh(query.terms, rarity, evidence);
  const scored = evidence.map((item) => score(item, query, terms));
  addNeighbours(scored, terms);
  const ideal = terms.reduce((sum, term) => sum + term.idf, 0) || 1;
  return scored
    .filter(({ total }) => total > 0)
    .map((item) => ({
      id: item.candidate.id,
      score: calibrate(item.total / ideal),
      parts: () => partsOf(item, terms),
    }))
    .sort((a, b) => b.score - a.score || a.id - b.id);
}

function withPhrases(candidates: readonly Candidate[], phrases: readonly Phrase[]): readonly Candidate[] {
  if (phrases.length === 0) return candidates;
  return candidates.filter(({ words }) => phrases.every((phrase) => containsPhrase(words, phrase)));
}

/** A chunk that holds every word once is worth about 0.8; every further sign of it less and less. */
export function calibrate(ratio: number): number {
  return Math.min(1, 1 - Math.exp(-0.9 * ratio));
}

/** The evidence behind a score, as a share of what the question asks for: the other way round. */
export function ratioOf(score: number): number {
  return -Math.log(Math.max(1e-9, 1 - score)) / 0.9;
}

const K1 = 1.2;
const B = 0.4;
const SAME_STEM = 0.6;
const SAME_START = 0.1;
const HEADING = 3;
const KEY = 1;
const NEAR = 0.5;
const NEAR_WINDOW = 8;
const IN_ORDER = 1.5;
const EXACT = 1;
const NUMBER = /^\d+$/;
const FAMILY = 0.4;
const FAMILY_WINDOW = 5;
const NEXT_TO = 0.2;

interface WeighedTerm extends Term {
  idf: number;
  isNumber: boolean;
}

/** What a chunk holds of the terms. */
interface Evidence {
  candidate: Candidate;
  amounts: Float64Array;
  /** Places in the headings and the text, and the terms that stand there, in turn. */
  hits: number[];
}

interface Scored {
  candidate: Candidate;
  total: number;
  amounts: Float64Array;
  near: number;
  exact: number;
  around: number;
}

function weigh(
  terms: readonly Term[],
  { chunks, counts }: Rarity,
  evidence: readonly Evidence[],
): WeighedTerm[] {
  return terms.map((term, index) => {
    // The index does not count stop words; how common they are among the candidates is close enough.
    const held = term.isStopWord ? evidence.filter(({ amounts }) => amounts[index]! > 0).length : 0;
    const count = term.isStopWord
      ? (chunks * (held + 1)) / (evidence.length + 4)
      : Math.min(counts[index]!, chunks);
    const idf = term.weight * Math.log(1 + (chunks - count + 0.5) / (count + 0.5));
    return { ...term, idf, isNumber: NUMBER.test(term.label) };
  });
}

/** Tells which term a word of a chunk stands for. */
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

function collect(
  candidate: Candidate,
  terms: readonly Term[],
  { byStem, mayHold, byStart, mayStart }: Finder,
  averageLength: number,
): Evidence {
  const { stems, forms, starts, heads, bodies } = candidate.words;
  const norm = 1 - B + (B * bodies) / averageLength;
  const amounts = new Float64Array(terms.length);
  const hits: number[] = [];
  const end = heads + bodies;
  for (let i = 0; i < stems.length; i++) {
    const stem = stems[i]!;
    let index = mayHold[stem & 4095] === 1 ? byStem.get(stem) : undefined;
    let amount: number;
    if (index !== undefined) {
      const { form } = terms[index]!;
      amount = form === 0 || form === forms[i] || i >= end ? 1 : SAME_STEM;
    } else {
      const start = starts[i]!;
      if (mayStart[start & 4095] === 0) continue;
      index = byStart.get(start);
      if (index === undefined) continue;
      amount = SAME_START;
    }
    if (i < heads) {
      amounts[index]! += amount * HEADING;
      hits.push(i, index);
    } else if (i < end) {
      amounts[index]! += amount / norm;
      // So far behind the headings that no word of theirs is close to one of the text.
      hits.push(i + NEAR_WINDOW, index);
    } else amounts[index]! += amount * KEY;
  }
  return { candidate, amounts, hits };
}

function score({ candidate, amounts, hits }: Evidence, query: Query, terms: readonly WeighedTerm[]): Scored {
  let total = 0;
  for (let index = 0; index < terms.length; index++) total += worthOf(terms[index]!, amounts[index]!);
  const near = hits.length > 2 ? NEAR * nearness(hits, terms, candidate.words.heads) : 0;
  const exact = query.exact.length > 0 ? EXACT * exactness(candidate.words, query, terms) : 0;
  return { candidate, total: total + near + exact, amounts, near, exact, around: 0 };
}

function worthOf({ idf }: WeighedTerm, amount: number): number {
  return amount === 0 ? 0 : (idf * amount * (K1 + 1)) / (amount + K1);
}

function partsOf({ amounts, near, exact, around }: Scored, terms: readonly WeighedTerm[]) {
  const parts: Record<string, number> = {};
  terms.forEach((term, index) => {
    if (amounts[index]! > 0) parts[term.label] = worthOf(term, amounts[index]!);
  });
  if (near > 0) parts['(close together)'] = near;
  if (exact > 0) parts['(exactly so)'] = exact;
  if (around > 0) parts['(around it)'] = around;
  return parts;
}

/** For each pair of terms the closest occurrence, weighed by the more common of the two. */
function nearness(hits: readonly number[], terms: readonly WeighedTerm[], heads: number): number {
  const pairs: number[] = [];
  const best: number[] = [];
  for (let i = 0; i < hits.length; i += 2) {
    const at = hits[i]!;
    const a = hits[i + 1]!;
    for (let j = i + 2; j < hits.length; j += 2) {
      const gap = hits[j]! - at;
      if (gap > NEAR_WINDOW) break;
      const b = hits[j + 1]!;
      if (a === b) continue;
      // Two numbers of a heading are often those of another date.
      if (at < heads && terms[a]!.isNumber && terms[b]!.isNumber) continue;
      const inOrder = terms[b]!.position - terms[a]!.position === gap ? IN_ORDER : 1;
      const worth = (Math.min(terms[a]!.idf, terms[b]!.idf) * inOrder) / gap;
      const pair = a < b ? a * 256 + b : b * 256 + a;
      const known = pairs.indexOf(pair);
      if (known < 0) {
        pairs.push(pair);
        best.push(worth);
      } else if (worth > best[known]!) best[known] = worth;
    }
  }
  let sum = 0;
  for (const worth of best) sum += worth;
  return sum;
}

function exactness(words: WordList, { exact }: Query, terms: readonly WeighedTerm[]): number {
  let sum = 0;
  for (const phrase of exact) {
    if (!containsPhrase(words, phrase)) continue;
    for (const { folded } of phrase) {
      const term = terms.find((candidate) => candidate.label === folded);
      if (term !== undefined) sum += term.idf / term.weight;
    }
  }
  return sum;
}

const ALONE: readonly Scored[] = [];

/** What stands around a chunk speaks for it: terms that it lacks itself and its family has, nearest first. */
function addNeighbours(scored: readonly Scored[], terms: readonly WeighedTerm[]): void {
  const families = new Map<number, Scored[]>();
  for (const item of scored) {
    const { family } = item.candidate.words;
    if (family === 0) continue;
    const members = families.get(family);
    if (members === undefined) families.set(family, [item]);
    else members.push(item);
  }
  for (const item of scored) {
    const members = families.get(item.candidate.words.family) ?? ALONE;
    let bonus = 0;
    for (let index = 0; index < terms.length; index++) {
      if (item.amounts[index]! > 0) {
        bonus += FAMILY * terms[index]!.idf;
        continue;
      }
      let distance = Number.POSITIVE_INFINITY;
      for (const member of members) {
        if (member.amounts[index] === 0) continue;
        distance = Math.min(distance, Math.abs(member.candidate.words.place - item.candidate.words.place));
      }
      if (distance <= FAMILY_WINDOW) bonus += FAMILY * terms[index]!.idf;
      if (distance <= 1) bonus += NEXT_TO * terms[index]!.idf;
    }
    item.total += bonus;
    item.around = bonus;
  }
}
