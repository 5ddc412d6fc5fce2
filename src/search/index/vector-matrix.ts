import { grown } from '../../shared/grown.js';
import type { Kernel } from '../models/static/kernel.js';
import { quantise } from '../models/static/quantise.js';
import type { Filter } from './filters.js';
import type { Rows, StoredRows } from './vector-file.js';

/**
 * Vectors of chunks in 8 bits a number, in the order of their ids. The first ones may stay in a file, from which they are read for each
 * question, a block at a time; the others lie one after the other in the memory of a kernel.
 */
export function createVectorMatrix(dimensions: number, kernel: Kernel) {
  const width = Math.ceil(dimensions / STEP) * STEP;
  // The question in 16 bits a number, the results of a block and its lengths, a block that was read, then the rows: only the end grows.
  const results = 2 * width;
  const lengths = results + 4 * BLOCK;
  const fromFile = lengths + 4 * BLOCK;
  const rows = fromFile + BLOCK * width;
  let readStored: StoredRows['read'] = () => {};
  let storedRows = 0;
  let ids = new Uint32Array(1024);
  // 1 / the length that 8 bits have left a vector; `GONE` for a row that was removed.
  let inverse = new Float32Array(1024);
  let count = 0;
  let gone = 0;
  // How often it has started again.
  let starts = 0;

  return {
    /** Bytes of a row. */
    width,
    /** How many vectors there are. */
    get size() {
      return count - gone;
    },
    /** How many rows are in memory. */
    get held() {
      return count - storedRows;
    },
    /** Forgets everything, and starts again with rows that stay where they are, or with none. */
    startWith,
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
      const start = placeOf(count);
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
      inverse[count] = square === 0 ? 1 : 1 / Math.sqrt(square);
      count++;
    },
    /** Everything as it is now, without gaps, for a file. Rows may be added and removed before the last block is taken. */
    rows(): Rows {
      const were = inverse.slice(0, count);
      const startedAs = starts;
      const isThere = (_: number, row: number) => were[row] !== GONE;
      return {
        ids: ids.subarray(0, count).filter(isThere),
        inverse: were.filter(isThere),
        blocks: () => copies(were, startedAs),
      };
    },
    /** Those nearest to a vector, best first, among those that the filter leaves; only what points the same way. */
    nearest(vector: Float32Array, filter: Filter | null, most: number): { id: number; cosine: number }[] {
      const { i16, i32, f32 } = kernel.views;
      const asked = quantise(vector);
      i16.fill(0, 0, width);
      i16.set(asked.subarray(0, dimensions));
      let square = 0;
      for (const value of asked) square += value * value;
      const scale = square === 0 ? 0 : 1 / Math.sqrt(square);
      if (scale === 0) return [];
      const best = createBest(most);
      for (let first = 0, block: number; first < count; first += block) {
        block = blockAt(first);
        kernel.scan(0, placeOfBlock(first, block), block, width, results);
        f32.set(inverse.subarray(first, first + block), lengths >> 2);
        const end = results + 4 * block;
        const nextFrom = (at: number) =>
          kernel.next(at, at + lengths - results, end, (best.least() / scale) * NEARLY);
        for (let at = nextFrom(results); at < end; at = nextFrom(at + 4)) {
          const row = first + ((at - results) >> 2);
          const cosine = i32[at >> 2]! * inverse[row]! * scale;
          if (cosine <= best.least()) continue;
          // Asking the filter costs more than the comparison: only for those that would be taken.
          const id = ids[row]!;
          if (filter === null || filter.has(id)) best.add(id, cosine);
        }
      }
      return best.take();
    },
  };

  function startWith(stored: StoredRows | null): void {
    if (stored !== null) readStored = stored.read;
    ids = stored?.ids ?? new Uint32Array(1024);
    inverse = stored?.inverse ?? new Float32Array(1024);
    storedRows = stored?.ids.length ?? 0;
    count = storedRows;
    gone = 0;
    starts++;
    kernel.reserve(rows);
  }

  /** How many rows from this one on are taken at once: never some of the file with some in memory. */
  function blockAt(first: number, end = count): number {
    return Math.min(BLOCK, (first < storedRows ? storedRows : end) - first);
  }

  /** Where rows are in the memory of the kernel. Those of the file are put there. */
  function placeOfBlock(first: number, block: number): number {
    if (first >= storedRows) return placeOf(first);
    readStored(first, kernel.views.u8.subarray(fromFile, fromFile + block * width));
    return fromFile;
  }

  function placeOf(row: number): number {
    return rows + (row - storedRows) * width;
  }

  /** Copies of all rows but those that were gone: the memory of the kernel is needed for questions meanwhile. */
  function* copies(were: Float32Array, startedAs: number): Generator<Uint8Array> {
    const copy = new Uint8Array(BLOCK * width);
    for (let first = 0, block: number; first < were.length; first += block) {
      if (starts !== startedAs) throw new Error('the rows were replaced while they were copied');
      block = blockAt(first, were.length);
      const place = placeOfBlock(first, block);
      copy.set(kernel.views.u8.subarray(place, place + block * width));
      let kept = 0;
      for (let row = 0; row < block; row++) {
        if (were[first + row] === GONE) continue;
        if (kept < row) copy.copyWithin(kept * width, row * width, (row + 1) * width);
        kept++;
      }
      yield copy.subarray(0, kept * width);
    }
  }

  function makeRoom(length: number): void {
    ids = grown(ids, length);
    inverse = grown(inverse, length);
    const held = length - storedRows;
    // Each step makes the collector look through everything.
    if (rows + held * width > kernel.views.u8.length)
      kernel.reserve(rows + (held + Math.max(ROWS_AHEAD, held >> 2)) * width);
  }

  function removeRow(row: number): void {
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

/** The kernel counts in fewer digits: what it leaves out is certainly no more. */
const NEARLY = 1 - 1e-6;
/** No length is endless. */
const GONE = 0;
/** Numbers the kernel takes at a time. */
const STEP = 16;
const BLOCK = 4096;
/** The memory grows by at least so many rows. */
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
