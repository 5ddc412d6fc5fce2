import { type Kernel, type Loops, type Views, viewsOf } from '../../src/search/models/static/kernel.js';

/** A kernel in plain JavaScript, to compare the one in WebAssembly with. */
export function createPlainKernel(): Kernel {
  let views = viewsOf(new ArrayBuffer(PAGE));
  return {
    ...createPlainLoops(() => views),
    get views() {
      return views;
    },
    reserve(bytes) {
      const { byteLength } = views.u8;
      if (bytes <= byteLength) return;
      const next = new Uint8Array(Math.ceil(Math.max(bytes, 1.25 * byteLength) / PAGE) * PAGE);
      next.set(views.u8);
      views = viewsOf(next.buffer);
    },
  };
}

const PAGE = 65_536;

/** The loops of `kernel.wat`. */
function createPlainLoops(views: () => Views): Loops {
  return {
    scan(asked, rows, count, width, out) {
      const { i8, i16, i32 } = views();
      for (let n = 0; n < count; n++, rows += width) {
        i32[(out >> 2) + n] = wholeDot(i8, rows, i16, asked >> 1, width);
      }
    },
    next(dots, factors, end, least) {
      const { i32, f32 } = views();
      const isMore = (at: number) =>
        Math.fround(i32[at >> 2]! * f32[(factors + at - dots) >> 2]!) > Math.fround(least);
      let at = dots;
      while (at < end && !isMore(at)) at += 4;
      return at;
    },
    dots(row, others, count, width, out) {
      const { i16, i32 } = views();
      for (let n = 0; n < count; n++) {
        i32[(out >> 2) + n] = wholeDot(i16, (others >> 1) + n * width, i16, row >> 1, width);
      }
    },
    unpack(codes, width, out) {
      const { u8, i16 } = views();
      for (let i = 0, at = out >> 1; i < width; i += 2) {
        const pair = u8[codes++]!;
        i16[at++] = (pair & 15) - 8;
        i16[at++] = (pair >> 4) - 8;
      }
    },
    measureWords(at, end, tokens) {
      const { u8 } = views();
      let sum = 0;
      for (let id = 0; id < tokens; id++) {
        if (at + 2 > end) return -1;
        sum += u8[at]! + u8[at + 1]!;
        at += 2 + u8[at + 1]!;
      }
      return at === end ? sum : -1;
    },
    readWords(at, tokens, _last, ends, letters, table, mask) {
      const { u8, u16, u32 } = views();
      let last = Buffer.alloc(0);
      let to = letters >> 1;
      for (let id = 0; id < tokens; id++) {
        const [shared, own] = [u8[at]!, u8[at + 1]!];
        last = Buffer.concat([last.subarray(0, shared), u8.subarray(at + 2, at + 2 + own)]);
        at += 2 + own;
        let hash = 0x811c9dc5 | 0;
        for (const letter of last.toString('utf8').split('')) {
          u16[to] = letter.charCodeAt(0);
          hash = Math.imul(hash ^ u16[to++]!, 0x01000193);
        }
        u32[(ends >> 2) + id] = to - (letters >> 1);
        let slot = (hash ^ (hash >>> 15)) & mask;
        while (u16[(table >> 1) + slot] !== 0) slot = (slot + 1) & mask;
        u16[(table >> 1) + slot] = id + 1;
      }
    },
    gather(list, count, width, out) {
      const { u8, u32, f32 } = views();
      const to = out >> 2;
      const sums = new Int32Array(width);
      const scale = scaleOf(f32, (list >> 2) + 1, count);
      for (let n = 0, at = list >> 2; n < count; n++, at += 2) {
        const codes = u32[at]!;
        const factor = Math.floor(Math.fround(Math.fround(f32[at + 1]! * scale) + 0.5));
        for (let i = 0; i < width >> 1; i++) {
          const pair = u8[codes + i]!;
          sums[2 * i]! += ((pair & 15) - 8) * factor;
          sums[2 * i + 1]! += ((pair >> 4) - 8) * factor;
        }
      }
      const step = Math.fround(1 / scale);
      for (let i = 0; i < width; i++) f32[to + i] = Math.fround(sums[i]!) * step;
    },
    dot(a, b, width) {
      const { f32 } = views();
      let sum = 0;
      for (let i = 0; i < width; i++) sum += f32[(a >> 2) + i]! * f32[(b >> 2) + i]!;
      return sum;
    },
    mix(target, source, factor, width) {
      const { f32 } = views();
      for (let i = 0; i < width; i++) f32[(target >> 2) + i]! += factor * f32[(source >> 2) + i]!;
    },
    quantise(vector, width, out) {
      const { f32, i8 } = views();
      const from = vector >> 2;
      let peak = 0;
      for (let i = 0; i < width; i++) peak = Math.max(peak, Math.abs(f32[from + i]!));
      const factor = peak > 1e-30 ? Math.fround(127 / peak) : 0;
      for (let i = 0; i < width; i++) {
        i8[out + i] = Math.floor(Math.fround(Math.fround(f32[from + i]! * factor) + 0.5));
      }
    },
  };
}

/** By how much every second number, from `at` on, can be stretched to be a whole one of 16 bits; see `kernel.wat`. */
function scaleOf(f32: Float32Array, at: number, count: number): number {
  let largest = 1e-30;
  let all = 0;
  for (let n = 0; n < count; n++, at += 2) {
    const one = Math.abs(f32[at]!);
    if (one > largest) largest = one;
    all = Math.fround(all + one);
  }
  return Math.min(Math.fround(32_767 / Math.fround(largest)), Math.fround(2 ** 27 / Math.max(all, 1e-30)));
}

/** Four sums at a time: they don't wait for each other. Widths are multiples of 16. */
function wholeDot(
  a: Int8Array | Int16Array,
  aStart: number,
  b: Int16Array,
  bStart: number,
  width: number,
): number {
  let first = 0;
  let second = 0;
  let third = 0;
  let fourth = 0;
  for (let i = 0; i < width; i += 4) {
    first = (first + a[aStart + i]! * b[bStart + i]!) | 0;
    second = (second + a[aStart + i + 1]! * b[bStart + i + 1]!) | 0;
    third = (third + a[aStart + i + 2]! * b[bStart + i + 2]!) | 0;
    fourth = (fourth + a[aStart + i + 3]! * b[bStart + i + 3]!) | 0;
  }
  return (first + second + third + fourth) | 0;
}

/** The likeness of two vectors of 8 bits, from -1 to 1; 0 where either has no length. */
export function cosine(a: Int8Array, b: Int8Array): number {
  const length = Math.min(a.length, b.length);
  let dot = 0;
  let squareA = 0;
  let squareB = 0;
  for (let i = 0; i < length; i++) {
    const x = a[i]!;
    const y = b[i]!;
    dot += x * y;
    squareA += x * x;
    squareB += y * y;
  }
  return squareA === 0 || squareB === 0 ? 0 : dot / Math.sqrt(squareA * squareB);
}
