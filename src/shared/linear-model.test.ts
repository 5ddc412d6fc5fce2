import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  hashOf,
  hashOn,
  type LinearWeights,
  readLinearModel,
  rowOf,
  writeLinearModel,
} from './linear-model.js';

const ROWS = 64;

function model(change: Partial<LinearWeights> = {}) {
  const classes = change.classes ?? ['task', 'note'];
  const weights = new Float32Array((ROWS + 2) * classes.length);
  return { classes, rows: ROWS, dense: 2, weights, bias: classes.map(() => 0), ...change };
}

const roundTrip = (weights: LinearWeights) => readLinearModel(writeLinearModel(weights));

describe('a linear model', () => {
  it('leans to the class whose features a text has', () => {
    const weights = new Float32Array((ROWS + 2) * 2);
    weights[rowOf(hashOf('buy'), ROWS) * 2] = 2;
    weights[ROWS * 2 + 1] = 3;
    const read = roundTrip(model({ weights }));
    expect(read.classes).toEqual(['task', 'note']);
    expect(read.odds(new Map([[hashOf('buy'), 1]]), [0, 0])[0]).toBeCloseTo(1 / (1 + Math.exp(-2)));
    expect(read.odds(new Map(), [0.5, 1])[1]).toBeCloseTo(1 / (1 + Math.exp(-1.5)));
    expect(read.odds(new Map(), [0, 0])).toEqual([0.5, 0.5]);
  });

  it('of one class gives its odds against all else', () => {
    const read = roundTrip(model({ classes: ['secret'], bias: [-2] }));
    expect(read.odds(new Map(), [0, 0])).toEqual([1 / (1 + Math.exp(2))]);
  });

  it('gives nearly the odds that its weights had before they were stored, adding up to 1', () => {
    const weight = fc.float({ min: -1, max: 1, noNaN: true });
    const some = fc.record({
      weights: fc.array(weight, { minLength: (ROWS + 2) * 3, maxLength: (ROWS + 2) * 3 }),
      bias: fc.tuple(weight, weight, weight),
      features: fc.array(fc.tuple(fc.nat(), weight), { maxLength: 8 }),
      vector: fc.tuple(weight, weight),
    });
    fc.assert(
      fc.property(some, ({ weights, bias, features, vector }) => {
        const read = roundTrip(model({ classes: ['a', 'b', 'c'], weights, bias }));
        const values = new Map(features);
        const odds = read.odds(values, vector);
        const sums = bias.map((sum, c) => {
          let all = sum;
          for (const [hash, value] of values) all += value * weights[rowOf(hash, ROWS) * 3 + c]!;
          return vector.reduce((so, value, i) => so + value * weights[(ROWS + i) * 3 + c]!, all);
        });
        const powers = sums.map(Math.exp);
        const plain = powers.map((power) => power / powers.reduce((a, b) => a + b));
        expect(odds.reduce((a, b) => a + b)).toBeCloseTo(1);
        expect(Math.max(...odds.map((value, c) => Math.abs(value - plain[c]!)))).toBeLessThan(0.03);
      }),
    );
  });

  it('stores a row without weights in a bit', () => {
    const weights = new Float32Array(10_002 * 2);
    weights[rowOf(hashOf('buy'), 10_000) * 2] = 2;
    const bytes = writeLinearModel(model({ rows: 10_000, weights }));
    expect(bytes.length).toBeLessThan(10_000 / 8 + 200);
    expect(readLinearModel(bytes).odds(new Map([[hashOf('buy'), 1]]), [0, 0])[0]).toBeGreaterThan(0.8);
  });

  it('is read from the middle of a buffer too', () => {
    const bytes = writeLinearModel(model({ bias: [1, 0] }));
    const inside = Buffer.concat([Buffer.from('...'), bytes]).subarray(3);
    expect(readLinearModel(inside).odds(new Map(), [0, 0])[0]).toBeGreaterThan(0.7);
  });

  it('refuses bytes that are no model, or a part of one, and a vector of another length', () => {
    const bytes = writeLinearModel(model());
    for (const wrong of [bytes.subarray(0, bytes.length - 1), Buffer.from('{}\n'), new Uint8Array(0)])
      expect(() => readLinearModel(wrong)).toThrow();
    expect(() => readLinearModel(bytes).odds(new Map(), [1])).toThrow();
  });

  it('has a hash that can be continued letter by letter', () => {
    expect(hashOn(hashOf('ab'), 'c'.charCodeAt(0))).toBe(hashOf('abc'));
    expect(hashOf('c', hashOf('ab'))).toBe(hashOf('abc'));
  });
});
