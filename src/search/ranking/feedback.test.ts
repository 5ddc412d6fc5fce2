import { describe, expect, it } from 'vitest';
import { candidatesOf, ranked } from '../../../test/support/search-index.js';
import { parseQuery } from '../query/parse-query.js';
import { applyFeedback } from './feedback.js';
import { calibrate, ratioOf } from './ranked.js';

const query = parseQuery('boiler');

/** The chunks after feedback, with what they gained. */
function gainsOf(texts: string[], scores: number[]) {
  const candidates = candidatesOf(...texts);
  const lists = new Map(candidates.map(({ id, words }) => [id, words]));
  const before = ranked(...scores.map(calibrate));
  const after = applyFeedback(query, before, lists, candidates[0]!.words.bodies);
  return after.map(({ id, score, evidence }) => ({
    id,
    ratio: ratioOf(score),
    gain: evidence().stages.feedback ?? 0,
  }));
}

const LIKE = 'boiler engineer';
const UNLIKE = 'boiler weather';
const OTHER = 'boiler holiday';

describe('feedback', () => {
  it('lets a chunk gain a tenth of the best evidence that is most like the best five', () => {
    const after = gainsOf([LIKE, LIKE, LIKE, OTHER, OTHER, UNLIKE, LIKE], [2, 1.9, 1.8, 1.7, 1.6, 1, 0.9]);
    expect(after.find(({ id }) => id === 7)!.gain).toBeCloseTo(0.2, 6);
    expect(after.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 7, 6]);
  });

  it('leaves the first four where they are, and no score above them', () => {
    const after = gainsOf([LIKE, LIKE, LIKE, 'boiler', LIKE, OTHER, LIKE], [1, 1, 1, 0.99, 0.98, 0.98, 0.98]);
    expect(after.map(({ id }) => id).slice(0, 4)).toEqual([1, 2, 3, 4]);
    for (let i = 1; i < after.length; i++) expect(after[i]!.ratio).toBeLessThanOrEqual(after[i - 1]!.ratio);
  });

  it('learns from five chunks alone', () => {
    const texts = [OTHER, OTHER, OTHER, OTHER, LIKE, UNLIKE, UNLIKE, LIKE];
    const after = gainsOf(texts, [2, 1.99, 1.98, 1.97, 1.96, 1.95, 1, 0.9]);
    const gainOf = (id: number) => after.find((item) => item.id === id)!.gain;
    // The fifth teaches, the sixth does not.
    expect(gainOf(8)).toBeGreaterThan(0);
    expect(gainOf(7)).toBe(0);
  });

  it('trusts the best chunk e to the fourth times as much as one that says nothing', () => {
    const texts = [LIKE, UNLIKE, OTHER, OTHER, OTHER, LIKE, UNLIKE];
    const after = gainsOf(texts, [2, 1, 0.5, 0.5, 0.5, 0.4, 0.4]);
    const gainOf = (id: number) => after.find((item) => item.id === id)!.gain;
    expect(gainOf(6) / gainOf(7)).toBeCloseTo(Math.exp(4) / Math.exp(2), 4);
  });

  it('goes by fifteen words at most', () => {
    const words = 'abcdefghijklmnopqrst'.split('').map((letter) => `zebra${letter.repeat(3)}`);
    const teacher = words.join(' ');
    const lists = new Map(
      candidatesOf(teacher, 'boiler', 'boiler', 'boiler', 'boiler', ...words.slice(0, 5)).map((item) => [
        item.id,
        item.words,
      ]),
    );
    for (const [index, word] of words.slice(5).entries()) lists.set(11 + index, candidatesOf(word)[0]!.words);
    const before = ranked(...Array.from(lists, (_, index) => calibrate(2 - index / 20)));
    const after = applyFeedback(query, before, lists, 1).filter(({ id }) => id > 5);
    expect(after.filter(({ evidence }) => (evidence().stages.feedback ?? 0) > 0)).toHaveLength(15);
  });

  it('does nothing where there are no others to learn from', () => {
    const few = ranked(0.5, 0.4);
    expect(applyFeedback(query, few, new Map(), 10)).toEqual(few);
  });
});
