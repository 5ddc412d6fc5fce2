import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseIds } from './postings.js';
import { createScoreAccumulator } from './reader.js';

describe('proposals', () => {
  const list = fc.uniqueArray(fc.integer({ min: 1, max: 5_000 }), { maxLength: 400 });

  it('are those that are worth most, among equals the newest, question after question', () => {
    const scores = createScoreAccumulator();
    fc.assert(
      fc.property(
        fc.array(fc.record({ ids: list, worth: fc.constantFrom(0.5, 1, 3) }), { maxLength: 4 }),
        fc.integer({ min: 1, max: 300 }),
        (lists, count) => {
          scores.begin(5_000);
          const sums = new Map<number, number>();
          for (const { ids, worth } of lists) {
            scores.add(Uint32Array.from(ids), worth, null);
            for (const id of ids) sums.set(id, (sums.get(id) ?? 0) + worth);
          }
          const best = [...sums].sort((a, b) => b[1] - a[1] || b[0] - a[0]).map(([id]) => id);
          const inOrder = (ids: number[]) => ids.sort((a, b) => a - b);
          expect(inOrder(scores.take(count))).toEqual(inOrder(best.slice(0, count)));
        },
      ),
    );
  });

  it('hold nothing that was struck out or not allowed, nor anything new where only the known count', () => {
    const scores = createScoreAccumulator();
    scores.begin(9);
    scores.add(Uint32Array.of(1, 2, 3, 4), 1, new Set([1, 2, 3]));
    scores.add(Uint32Array.of(3, 9), 1, null, true);
    expect(scores.countAbove(1)).toBe(1);
    scores.remove([2]);
    expect(scores.take(5).sort()).toEqual([1, 3]);
    scores.begin(9);
    expect(scores.take(5)).toEqual([]);
  });

  it('read the ids as the index lists them', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 2 ** 32 - 1 })), (ids) => {
        expect([...parseIds(ids.join())]).toEqual(ids);
      }),
    );
  });

  it.each([99_999, 100_000, 100_001, 330_000])('read a list of %i letters part by part', (letters) => {
    const list = '1234567,'
      .repeat(letters / 8 + 1)
      .slice(0, letters)
      .replace(/,$/, '');
    const ids = list.split(',').map(Number);
    const read = parseIds(list);
    expect(Array.from(read)).toEqual(ids);
    expect(read.buffer.byteLength).toBe(4 * ids.length);
  });
});
