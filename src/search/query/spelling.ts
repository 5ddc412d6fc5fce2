import type { Reader } from '../index/reader.js';
import { addVariants, type Query, type Term } from './parse-query.js';

/** A word of the question that stands nowhere, and the words of the vault it was probably meant to be. */
export interface Respelling {
  word: string;
  meant: string[];
}

/** Widens a query by near misses of the words that no chunk holds. A word that is known is left alone. */
export function respell(query: Query, reader: Reader): { query: Query; respellings: Respelling[] } {
  const respellings: Respelling[] = [];
  const counts = reader.countsOf(query.terms);
  const terms = query.terms.map((term, index) => {
    if (counts[index]! > 0 || !isPlainWord(term)) return term;
    const meant = nearWords(term, reader);
    if (meant.length === 0) return term;
    respellings.push({ word: term.label, meant });
    return addVariants(term, meant);
  });
  return { query: respellings.length === 0 ? query : { ...query, terms }, respellings };
}

/** Fewer words are like a long one by chance. */
export const LONG_WORD = 8;
const SHORTEST = 4;
const MOST_LOOKED_AT = 20_000;
const MOST_MEANT = 3;

function isPlainWord({ label, isStopWord, form }: Term): boolean {
  return form !== 0 && !isStopWord && label.length >= 5 && !/\d/.test(label);
}

/**
 * The stems of the index that are nearest to the word or one of its own stems, for their length: one change, two for a
 * long one. The first letter is seldom wrong.
 */
function nearWords({ label, keys }: Term, reader: Reader): string[] {
  const own = new Set([label, ...keys.map(({ text }) => text)]);
  const stems = [...own].filter((text) => text.length >= SHORTEST);
  const near: { term: string; count: number; share: number }[] = [];
  for (const { term, count } of reader.wordsLike(label.slice(0, 1), MOST_LOOKED_AT)) {
    if (term.length < SHORTEST) continue;
    let share = 1;
    for (const stem of stems) {
      const most = stem.length >= LONG_WORD ? 2 : 1;
      const distance = editDistance(stem, term, most);
      if (distance <= most) share = Math.min(share, distance / stem.length);
    }
    if (share < 1) near.push({ term, count, share });
  }
  const least = Math.min(...near.map(({ share }) => share));
  return near
    .filter(({ share }) => share === least)
    .sort((a, b) => b.count - a.count || (a.term < b.term ? -1 : 1))
    .slice(0, MOST_MEANT)
    .map(({ term }) => term);
}

/** Letters changed, added, left out or swapped; anything above `most` is `most + 1`. */
export function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const swap =
        i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
          ? before[j - 2]! + 1
          : Number.POSITIVE_INFINITY;
      const change = last[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(last[j]! + 1, row[j - 1]! + 1, change, swap));
    }
    if (Math.min(...row) > most) return most + 1;
    before = last;
    last = row;
  }
  return Math.min(last[b.length]!, most + 1);
}
