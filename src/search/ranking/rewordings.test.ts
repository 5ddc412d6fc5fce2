import { describe, expect, it } from 'vitest';
import { ranked } from '../../../test/support/search-index.js';
import { calibrate } from './ranked.js';
import { withRewordings } from './rewordings.js';

describe('a wording that a model made up', () => {
  it('counts seven tenths of what the question itself would', () => {
    const found = withRewordings([], [ranked(calibrate(1))]);
    expect(found[0]!.score).toBeCloseTo(calibrate(0.7), 10);
  });

  it('lifts what the question hardly finds, and lowers nothing', () => {
    const own = ranked(0.8, 0.1);
    const found = withRewordings(own, [ranked(0.5, 0.7)]);
    expect(found.map(({ id }) => id)).toEqual([1, 2]);
    expect(found[0]!.score).toBe(0.8);
    expect(found[1]!.score).toBeGreaterThan(0.5);
  });
});
