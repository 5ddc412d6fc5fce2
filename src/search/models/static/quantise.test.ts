import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cosine } from '../../../../test/support/plain-kernel.js';
import { quantise } from './quantise.js';

describe('vectors in 8 bits', () => {
  it('keep the angle between two vectors', () => {
    const vector = fc.float32Array({ minLength: 64, maxLength: 64, min: -1, max: 1, noNaN: true });
    fc.assert(
      fc.property(vector, vector, (a, b) => {
        fc.pre(Math.hypot(...a) > 0.5 && Math.hypot(...b) > 0.5);
        const exact = a.reduce((sum, x, i) => sum + x * b[i]!, 0) / (Math.hypot(...a) * Math.hypot(...b));
        expect(cosine(quantise(a), quantise(b))).toBeCloseTo(exact, 1);
      }),
    );
  });

  it('have no likeness to a vector of zeros, or to one that is no number', () => {
    expect(cosine(quantise(new Float32Array(8)), quantise(new Float32Array(8).fill(1)))).toBe(0);
    expect(
      cosine(quantise(new Float32Array(8).fill(Number.NaN)), quantise(new Float32Array(8).fill(1))),
    ).toBe(0);
  });
});
