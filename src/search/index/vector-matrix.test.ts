import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cosine, createPlainKernel } from '../../../test/support/plain-kernel.js';
import { createKernel } from '../models/static/kernel.js';
import { quantise } from '../models/static/quantise.js';
import type { StoredRows } from './vector-file.js';
import { createVectorMatrix } from './vector-matrix.js';

const vector = (length: number) =>
  fc.float32Array({ minLength: length, maxLength: length, min: -1, max: 1, noNaN: true });

/** Everything a matrix holds, as a file of it would give it back. */
function storedOf(matrix: ReturnType<typeof createVectorMatrix>): StoredRows {
  const { ids, inverse, blocks } = matrix.rows();
  const bytes = Buffer.concat(Array.from(blocks(), (block) => Uint8Array.from(block)));
  return {
    ids,
    inverse,
    read(first, into) {
      into.set(bytes.subarray(first * matrix.width, first * matrix.width + into.length));
    },
  };
}

describe('the nearest vectors', () => {
  it.each([
    ['of the kernel', createKernel],
    ['in plain JavaScript', createPlainKernel],
  ])('%s are those that comparing each one gives', (_, create) => {
    // 20 numbers are no multiple of what the kernel takes at a time.
    const lists = fc.array(vector(20), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(lists, vector(20), fc.nat({ max: 6 }), fc.boolean(), (rows, asked, count, narrow) => {
        const matrix = createVectorMatrix(20, create());
        rows.forEach((row, index) => {
          matrix.add(index + 1, quantise(row));
        });
        const filter = narrow ? new Set([1, 2, 3, 5, 8, 13, 21, 34]) : null;
        const expected = rows
          .map((row, index) => ({ id: index + 1, cosine: cosine(quantise(asked), quantise(row)) }))
          .filter(({ id, cosine: value }) => value > 0 && (filter === null || filter.has(id)))
          .sort((a, b) => b.cosine - a.cosine)
          .slice(0, count + 1);
        const found = matrix.nearest(asked, filter, count + 1);
        expect(found).toHaveLength(expected.length);
        // Not by their digits: two numbers that differ by the last bit may round to different ones.
        found.forEach(({ cosine: value }, at) => {
          expect(Math.abs(value - expected[at]!.cosine)).toBeLessThan(1e-6);
        });
        for (const { id } of found) expect(filter?.has(id) ?? true).toBe(true);
      }),
    );
  });

  it('are those that are left, whichever were removed, in memory or in a file', () => {
    const lists = fc.array(vector(20), { minLength: 1, maxLength: 20 });
    const removals = fc.array(fc.nat({ max: 25 }));
    fc.assert(
      fc.property(lists, vector(20), removals, fc.nat({ max: 20 }), (rows, asked, removed, inFile) => {
        const create = () => createVectorMatrix(20, createPlainKernel());
        const [all, left, kept, copy] = [create(), create(), create(), create()];
        rows.forEach((row, id) => {
          // The first ones stay in a file, from which each question reads them.
          if (id === inFile) all.startWith(storedOf(all));
          all.add(id, quantise(row));
          if (!removed.includes(id)) left.add(id, quantise(row));
        });
        expect(all.held).toBe(rows.length > inFile ? rows.length - inFile : rows.length);
        kept.startWith(storedOf(all));
        for (const id of removed) all.remove(id);
        expect(kept.keep(Uint32Array.from(left.ids()))).toBe(rows.length - left.size);
        copy.startWith(storedOf(kept));
        const nearest = (matrix: typeof all) => matrix.nearest(asked, null, 20).sort((a, b) => a.id - b.id);
        for (const matrix of [all, kept, copy]) {
          expect(matrix.ids()).toEqual(left.ids());
          expect(matrix.size).toBe(left.size);
          expect(nearest(matrix)).toEqual(nearest(left));
        }
      }),
    );
  });

  it('a copy for a file has what was removed after it was begun', () => {
    const matrix = createVectorMatrix(16, createPlainKernel());
    for (let id = 0; id < 3; id++) matrix.add(id, new Int8Array(16).fill(id + 1));
    matrix.remove(0);
    const { ids, inverse, blocks } = matrix.rows();
    matrix.remove(1);
    expect([...ids]).toEqual([1, 2]);
    expect(inverse).toHaveLength(2);
    expect(Array.from(blocks(), (block) => [block[0], block[16]]).flat()).toEqual([2, 3]);
  });

  it('are found among more than one block of rows, and none after all were forgotten', () => {
    const matrix = createVectorMatrix(16, createKernel());
    const row = (angle: number) => {
      const values = new Float32Array(16);
      values[0] = Math.cos(angle);
      values[1] = Math.sin(angle);
      return values;
    };
    for (let n = 0; n < 10_000; n++) matrix.add(n, quantise(row(n / 1_000)));
    expect(matrix.size).toBe(10_000);
    expect(matrix.nearest(row(0), null, 1)[0]!.id).toBe(0);
    const [best] = matrix.nearest(row(9.1), new Set([100, 5_000, 9_000, 9_900]), 1);
    expect(best!.id).toBe(9_000);
    const copy = createVectorMatrix(16, createKernel());
    copy.startWith(storedOf(matrix));
    for (let n = 10_000; n < 12_000; n++) {
      matrix.add(n, quantise(row(n / 1_000)));
      copy.add(n, quantise(row(n / 1_000)));
    }
    for (const angle of [0, 4.1, 8.2, 10.5, 11.9])
      expect(copy.nearest(row(angle), null, 50)).toEqual(matrix.nearest(row(angle), null, 50));
    matrix.startWith(null);
    expect(matrix.nearest(row(0), null, 5)).toEqual([]);
  });
});
