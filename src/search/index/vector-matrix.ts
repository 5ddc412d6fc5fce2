import { grown } from '../../shared/grown.js';
import type { Kernel } from '../models/static/kernel.js';
import { quantise } from '../models/static/quantise.js';
import type { Filter } from './filters.js';

/** Vectors of chunks in 8 bits a number, one after the other in the memory of a kernel. */
export function createVectorMatrix(dimensions: number, kernel: Kernel) {
  const width = Math.ceil(dimensions / STEP) * STEP;
  // The question in 16 bits a number, then the results of a block, then the rows: only the end grows.
  const results = 2 * width;
  const rows = results + 4 * BLOCK;
  let ids = new Uint32Array(1024);
  // 1 / the length that 8 bits have left a vector.
  let inverse = new Float32Array(1024);
  let size = 0;
  const rowOf = new Map<number, number>();

  return {
    get size() {
      return size;
    },
    clear(): void {
      size = 0;
      rowOf.clear();
    },
    ids: () => [...rowOf.keys()],
    /** False where it is not here. The last row takes its place. */
    remove(id: number): boolean {
      const row = rowOf.get(id);
      if (row === undefined) return false;
      size--;
      const { i8 } = kernel.views;
      i8.copyWithin(rows + row * width, rows + size * width, rows + (size + 1) * width);
      ids[row] = ids[size]!;
      inverse[row] = inverse[size]!;
      rowOf.set(ids[row]!, row);
      rowOf.delete(id);
      return true;
    },
    add(id: number, vector: Int8Array): void {
      ids = grown(ids, size + 1);
      inverse = grown(inverse, size + 1);
      const start = rows + size * width;
      kernel.reserve(start + ROWS_AHEAD * width);
      const { i8 } = kernel.views;
      const known = Math.min(dimensions, vector.length);
      let square = 0;
      for (let i = 0; i < known; i++) {
        const value = vector[i]!;
        i8[start + i] = value;
        square += value * value;
      }
      i8.fill(0, start + known, start + width);
      ids[size] = id;
      rowOf.set(id, size);
      inverse[size] = square === 0 ? 0 : 1 / Math.sqrt(square);
      size++;
    },
    /** Those nearest to a vector, best first, among those that the filter leaves; only what points the same way. */
    nearest(vector: Float32Array, filter: Filter | null, count: number): { id: number; cosine: number }[] {
      const { i16, i32 } = kernel.views;
      const asked = quantise(vector);
      i16.fill(0, 0, width);
      i16.set(asked.subarray(0, dimensions));
      let square = 0;
      for (const value of asked) square += value * value;
      const scale = square === 0 ? 0 : 1 / Math.sqrt(square);
      const best = createBest(count);
      for (let first = 0; first < size; first += BLOCK) {
        const block = Math.min(BLOCK, size - first);
        kernel.scan(0, rows + first * width, block, width, results);
        for (let n = 0, at = results >> 2; n < block; n++, at++) {
          const cosine = i32[at]! * inverse[first + n]! * scale;
          // Asking the filter costs more than the comparison: only for those that would be taken.
          if (cosine <= best.least()) continue;
          const id = ids[first + n]!;
          if (filter === null || filter.has(id)) best.add(id, cosine);
        }
      }
      return best.take();
    },
  };
}

/** Numbers the kernel takes at a time. */
const STEP = 16;
const BLOCK = 4096;
/** The memory grows by at least so many rows: few steps, little of it empty. */
const ROWS_AHEAD = 256;

/** The best so far, as a heap: the least of them on top. */
function createBest(count: number) {
  const ids = new Uint32Array(count);
  const cosines = new Float64Array(count);
  let size = 0;
  return {
    /** What has to be beaten. */
    least: () => (size < count ? 0 : cosines[0]!),
    add(id: number, cosine: number) {
      let at: number;
      if (size < count) {
        at = size++;
        for (let up = (at - 1) >> 1; at > 0 && cosines[up]! > cosine; up = (at - 1) >> 1) {
          place(at, ids[up]!, cosines[up]!);
          at = up;
        }
      } else {
        at = 0;
        for (;;) {
          let down = 2 * at + 1;
          if (down + 1 < size && cosines[down + 1]! < cosines[down]!) down++;
          if (down >= size || cosines[down]! >= cosine) break;
          place(at, ids[down]!, cosines[down]!);
          at = down;
        }
      }
      place(at, id, cosine);
    },
    take(): { id: number; cosine: number }[] {
      return Array.from(ids.subarray(0, size), (id, at) => ({ id, cosine: cosines[at]! })).sort(
        (a, b) => b.cosine - a.cosine || a.id - b.id,
      );
    },
  };

  function place(at: number, id: number, cosine: number): void {
    ids[at] = id;
    cosines[at] = cosine;
  }
}
