import { editDistance } from '../../shared/edit-distance.js';
import type { Stage } from '../engine.js';
import type { Reader } from '../index/reader.js';
import { SPELLING } from '../ranking/parameters.js';
import { addVariants, type Query, type Term } from './parse-query.js';

/** Widens a query by near misses of the words that no chunk holds; they count less, because they are guesses. */
export function correctSpelling(query: Query, reader: Reader): { query: Query; stage: Stage } {
  const counts = reader.countsOf(query.terms);
  const corrected: string[] = [];
  const terms = query.terms.map((term, index) => {
    if (counts[index]! > 0 || !isPlainWord(term)) return term;
    const variants = nearWords(term, reader);
    if (variants.length === 0) return term;
    corrected.push(`${term.label}: ${variants.join(', ')}`);
    const trust = term.label.length >= SPELLING.longWord ? SPELLING.trustInLongWord : SPELLING.trust;
    return { ...addVariants(term, variants), weight: trust * term.weight };
  });
  const stage = { name: 'spelling', ran: true, reason: corrected.join('; ') || null };
  return { query: corrected.length === 0 ? query : { ...query, terms }, stage };
}

/** More words of the index are not compared: it would take too long. */
const MOST_COMPARED = 20_000;

function isPlainWord({ label, isStopWord, form }: Term): boolean {
  return form !== 0 && !isStopWord && label.length >= SPELLING.shortestWord && !/\d/.test(label);
}

/**
 * The stems of the index that are nearest to the word or one of its own stems, for their length: one change, two for a
 * long one. The first letter is seldom wrong.
 */
function nearWords({ label, keys }: Term, reader: Reader): string[] {
  const { shortestStem, longWord, edits, editsOfLongWord, mostVariants } = SPELLING;
  const own = new Set([label, ...keys.map(({ text }) => text)]);
  const stems = [...own].filter((text) => text.length >= shortestStem);
  const near: { term: string; count: number; share: number }[] = [];
  for (const word of reader.wordsLike(label.slice(0, 1), MOST_COMPARED)) {
    const { term } = word;
    if (term.length < shortestStem) continue;
    let share = 1;
    for (const stem of stems) {
      const most = stem.length >= longWord ? editsOfLongWord : edits;
      const distance = editDistance(stem, term, most);
      if (distance <= most) share = Math.min(share, distance / stem.length);
    }
    if (share < 1 && word.count > 0) near.push({ term, count: word.count, share });
  }
  const least = Math.min(...near.map(({ share }) => share));
  return near
    .filter(({ share }) => share === least)
    .sort((a, b) => b.count - a.count || (a.term < b.term ? -1 : 1))
    .slice(0, mostVariants)
    .map(({ term }) => term);
}
