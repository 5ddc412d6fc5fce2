import { describe, expect, it } from 'vitest';
import { ranked } from '../../../test/support/search-index.js';
import { cosineEvidence, fuse, weightOfMeaning, worthReading } from './fusion.js';
import { calibrate } from './ranked.js';

const many = (count: number, from = 0) => Array.from({ length: count }, (_, index) => from + index + 1);

describe('words and meaning', () => {
  it('count together, half of their sum', () => {
    const [best] = fuse(ranked(calibrate(1)), [1], new Map([[1, 0.6]]));
    expect(best!.score).toBeCloseTo(calibrate(0.8), 10);
    expect(best!.evidence().stages).toEqual({ meaning: 0.6 });
  });

  it('find what only one of them finds', () => {
    const found = fuse(ranked(0.2), [1, 2, 3], new Map([[2, 1.5]]));
    expect(found.map(({ id }) => id)).toEqual([2, 1]);
  });
});

describe('the weight of meaning', () => {
  it.each([
    ['is 3 where the best chunk holds half of the words at most', 0.5, 3],
    ['falls evenly where it holds more', 0.65, 2.25],
    ['is 1.5 where it holds eight tenths or more', 0.8, 1.5],
    ['is no less where it holds all of them', 2, 1.5],
  ])('%s', (_, best, weight) => expect(weightOfMeaning(best)).toBeCloseTo(weight, 10));
});

describe('the cosines of an embedder', () => {
  it('count from the least to the best of them, up to six tenths of the best words', () => {
    const near = new Map([
      [1, 0.9],
      [2, 0.8],
      [3, 0.7],
    ]);
    expect([...cosineEvidence(near, 2).values()]).toEqual([1.2, expect.closeTo(0.6, 10), 0]);
  });

  it('count as much as a whole question where words find less', () => {
    expect(cosineEvidence(new Map([[1, 0.5]]), 0.1).get(1)).toBe(0.6);
  });
});

describe('what is read closely', () => {
  it('are the 60 best by words and the 40 nearest', () => {
    const near = new Map(many(100, 500).map((id) => [id, 0.5]));
    const read = worthReading(ranked(...many(100).map(() => 0.5)), near);
    expect([...read]).toEqual([...many(60), ...many(40, 500)]);
  });
});
