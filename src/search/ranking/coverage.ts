import type { WeighedTerm } from './bm25.js';
import { COVERAGE } from './parameters.js';
import type { TermMatch } from './term-matches.js';

/**
 * How many of the terms a chunk covers, itself or through its file: each term that it holds, or that a chunk near it
 * holds, adds a part of its weight, however often it occurs. A term that it lacks and a chunk right next to
 * it holds adds a little more.
 */
export function createCoverage(matches: readonly TermMatch[]) {
  const families = new Map<number, TermMatch[]>();
  for (const match of matches) {
    const { family } = match.candidate.words;
    if (family === 0) continue;
    const members = families.get(family);
    if (members === undefined) families.set(family, [match]);
    else members.push(match);
  }
  return ({ candidate: { words }, amounts }: TermMatch, terms: readonly WeighedTerm[]): number => {
    const { weight, window, adjacent } = COVERAGE;
    const members = families.get(words.family) ?? ALONE;
    let sum = 0;
    for (let index = 0; index < terms.length; index++) {
      if (amounts[index]! > 0) {
        sum += weight * terms[index]!.idf;
        continue;
      }
      let distance = Number.POSITIVE_INFINITY;
      for (const member of members) {
        if (member.amounts[index] === 0) continue;
        distance = Math.min(distance, Math.abs(member.candidate.words.place - words.place));
      }
      if (distance <= window) sum += weight * terms[index]!.idf;
      if (distance <= 1) sum += adjacent * terms[index]!.idf;
    }
    return sum;
  };
}

const ALONE: readonly TermMatch[] = [];
