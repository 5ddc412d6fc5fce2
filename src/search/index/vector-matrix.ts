import { grown } from '../../shared/grown.js';
import type { Kernel } from '../models/static/kernel.js';
import { quantise } from '../models/static/quantise.js';
import type { Filter } from './filters.js';

/**
 * Vectors of chunks in 8 bits a number, one after the other in the memory of a kernel, in the order of their ids. A row
 * that is removed stays as zeros, which are near to nothing.
 */
export function createVectorMatrix(dimensions: number, kernel: Kernel) {
  const width = Math.ceil(dimensions / STEP) * STEP;
  // The question in 16 bits a number, then the results of a block, then the rows: only the end grows.
  const results = 2 * width;
  const rows = results + 4 * BLOCK;
  let ids = new Uint32Array(1024);
  // 1 / the length that 8 bits have left a vector; `GONE` for a row that was removed.
  let inverse = new Float32Array(1024);
  let count = 0;
  let gone = 0;

  return {
    /** How many vectors there are. */
    get size() {
      return count - gone;
    },
    clear(): void {
      count = 0;
      gone = 0;
    },
    ids: () => Array.from(ids.subarray(0, count)).filter((_, row) => inverse[row] !== GONE),
    /** False where it is not here. */
    remove(id: number): boolean {
      const row = rowOf(id);
      if (row === -1) return false;
      removeRow(row);
      return true;
    },
    /** Removes all but these, which are in ascending order. Returns how many were removed. */
    keep(kept: Uint32Array): number {
      const before = gone;
      for (let row = 0, at = 0; row < count; row++) {
        while (at < kept.length && kept[at]! < ids[row]!) at++;
        if (kept[at] !== ids[row] && inverse[row] !== GONE) removeRow(row);
      }
      return gone - before;
    },
    /** Ids only ever ascend. */
    add(id: number, vector: Int8Array): void {
      makeRoom(count + 1);
      const start = rows + count * width;
      const { i8 } = kernel.views;
      const known = Math.min(dimensions, vector.length);
      let square = 0;
      for (let i = 0; i < known; i++) {
        const value = vector[i]!;
        i8[start + i] = value;
        square += value * value;
      }
      i8.fill(0, start + known, start + width);
      ids[count] = id;
      inverse[count] = square === 0 ? 0 : 1 / Math.sqrt(square);
      count++;
    },
    /** Everything it holds, without gaps, as bytes that are not copied: ids, lengths, rows. */
    parts(): Uint8Array[] {
      compact();
      return bytes();
    },
    /** The same for so many rows, to be filled with what `parts` gave. */
    allocate(length: number): Uint8Array[] {
      makeRoom(length);
      count = length;
      gone = 0;
      return bytes();
    },
    /** Those nearest to a vector, best first, among those that the filter leaves; only what points the same way. */
    nearest(vector: Float32Array, filter: Filter | null, most: number): { id: number; cosine: number }[] {
      const { i16, i32 } = kernel.views;
      const asked = quantise(vector);
      i16.fill(0, 0, width);
      i16.set(asked.subarray(0, dimensions));
      let square = 0;
      for (const value of asked) square += value * value;
      const scale = square === 0 ? 0 : 1 / Math.sqrt(square);
      const best = createBest(most);
      const lengths = inverse;
      let least = best.least();
      for (let first = 0; first < count; first += BLOCK) {
        const block = Math.min(BLOCK, count - first);
        kernel.scan(0, rows + first * width, block, width, results);
        for (let row = first, at = results >> 2, end = first + block; row < end; row++, at++) {
          const cosine = i32[at]! * lengths[row]! * scale;
          // Asking the filter costs more than the comparison: only for those that would be taken.
          if (cosine <= least) continue;
          const id = ids[row]!;
          if (filter !== null && !filter.has(id)) continue;
          best.add(id, cosine);
          least = best.least();
        }
      }
      return best.take();
    },
  };

  function makeRoom(length: number): void {
    ids = grown(ids, length);
    inverse = grown(inverse, length);
    if (rows + length * width > kernel.views.u8.length) kernel.reserve(rows + (length + ROWS_AHEAD) * width);
  }

  function bytes(): Uint8Array[] {
    const end = rows + count * width;
    return [asBytes(ids, count), asBytes(inverse, count), kernel.views.u8.subarray(rows, end)];
  }

  /** Closes the gaps that removed rows have left. */
  function compact(): void {
    if (gone === 0) return;
    const { u8 } = kernel.views;
    let to = 0;
    for (let row = 0; row < count; row++) {
      if (inverse[row] === GONE) continue;
      u8.copyWithin(rows + to * width, rows + row * width, rows + (row + 1) * width);
      ids[to] = ids[row]!;
      inverse[to] = inverse[row]!;
      to++;
    }
    count = to;
    gone = 0;
  }

  function removeRow(row: number): void {
    kernel.views.i8.fill(0, rows + row * width, rows + (row + 1) * width);
    inverse[row] = GONE;
    gone++;
  }

  /** Where the vector of a chunk is; -1 if there is none. */
  function rowOf(id: number): number {
    let low = 0;
    for (let high = count; low < high; ) {
      const middle = (low + high) >> 1;
      if (ids[middle]! < id) low = middle + 1;
      else high = middle;
    }
    return low < count && ids[low] === id && inverse[low] !== GONE ? low : -1;
  }
}

function asBytes({ buffer, byteOffset }: Uint32Array | Float32Array, length: number): Uint8Array {
  return new Uint8Array(buffer, byteOffset, 4 * length);
}

/** No length is negative. */
const GONE = -1;
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
