import { describe, expect, it } from 'vitest';
import { calibrate, ratioOf } from './ranked.js';

describe('a score', () => {
  it('rises with the evidence, ever more slowly, and never above 1', () => {
    expect(calibrate(0)).toBe(0);
    expect(calibrate(1)).toBeCloseTo(1 - Math.exp(-0.9), 10);
    expect(calibrate(2) - calibrate(1)).toBeLessThan(calibrate(1));
    expect(calibrate(1e6)).toBe(1);
  });

  it('gives its evidence back', () => {
    for (const ratio of [0, 0.3, 1, 4]) expect(ratioOf(calibrate(ratio))).toBeCloseTo(ratio, 8);
  });
});
