/** The loops over vectors; places are bytes in the memory they work on. See `kernel.wat`. */
export interface Loops {
  /** out[i] (i32) = asked (i16) · rows[i] (i8); width is a multiple of 16. */
  scan(asked: number, rows: number, count: number, width: number, out: number): void;
  /** out[i] (i32) = row (i16) · others[i] (i16); width is a multiple of 16. */
  dots(row: number, others: number, count: number, width: number, out: number): void;
  /** Codes of 4 bits become i16, from -8 to 7; width is a multiple of 32. */
  unpack(codes: number, width: number, out: number): void;
  /**
   * out (f32) = the sum of rows of codes times factors: the list holds places (u32) and factors (f32) in turn, is used
   * up, and has room for one more. A factor counts in 16 bits, the largest taking them all.
   */
  gather(list: number, count: number, width: number, out: number): void;
  /** a · b, both f32; width is a multiple of 4. */
  dot(a: number, b: number, width: number): number;
  /** target += factor * source, both f32; width is a multiple of 4. */
  mix(target: number, source: number, factor: number, width: number): void;
  /** out (i8) = the vector (f32), stretched so that its largest number takes the whole range; width is a multiple of 16. */
  quantise(vector: number, width: number, out: number): void;
}

/** The same memory as different numbers. Growing makes new views: never keep one across `reserve`. */
export interface Views {
  u8: Uint8Array<ArrayBuffer>;
  i8: Int8Array<ArrayBuffer>;
  u16: Uint16Array<ArrayBuffer>;
  i16: Int16Array<ArrayBuffer>;
  u32: Uint32Array<ArrayBuffer>;
  i32: Int32Array<ArrayBuffer>;
  f32: Float32Array<ArrayBuffer>;
}

/** The loops of `kernel.wat` in plain JavaScript, for where there are no vector instructions. */
export function createPlainLoops(views: () => Views): Loops {
  return {
    scan(asked, rows, count, width, out) {
      const { i8, i16, i32 } = views();
      for (let n = 0; n < count; n++, rows += width) {
        i32[(out >> 2) + n] = wholeDot(i8, rows, i16, asked >> 1, width);
      }
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
