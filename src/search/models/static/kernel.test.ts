import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileKernel } from '../../../../scripts/make-kernel.js';
import { createPlainKernel } from '../../../../test/support/plain-kernel.js';
import { vocabularyBytes } from '../../../../test/support/vocabulary-bytes.js';
import { createKernel, type Kernel } from './kernel.js';
import { KERNEL_BYTES } from './kernel-bytes.js';
import { quantise } from './quantise.js';

const wasm = createKernel();
const plain = createPlainKernel();
const ROOM = 1 << 16;
const OUT = ROOM / 2;

/** Runs the same on both, over the same bytes, and gives back what each left at `OUT`. */
function both(fill: (kernel: Kernel) => void, run: (kernel: Kernel) => void, bytes: number): ArrayBuffer[] {
  return [wasm, plain].map((kernel) => {
    kernel.reserve(ROOM);
    kernel.views.u8.fill(0);
    fill(kernel);
    run(kernel);
    return kernel.views.u8.slice(OUT, OUT + bytes).buffer;
  });
}

const bytesOf = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const numbersOf = (length: number) =>
  fc.float32Array({ minLength: length, maxLength: length, min: -4, max: 4, noNaN: true });

describe('the loops over vectors', () => {
  it('are the ones that kernel.wat spells out', async () => {
    expect(await compileKernel()).toBe(KERNEL_BYTES);
  });

  it.each([16, 192, 208])('compare %i numbers of 8 bits the same way in both forms', (width) => {
    fc.assert(
      fc.property(fc.int8Array({ minLength: width, maxLength: width }), bytesOf(5 * width), (asked, rows) => {
        const [left, right] = both(
          ({ views }) => {
            views.i16.set(asked);
            views.u8.set(rows, 2 * width);
          },
          (kernel) => kernel.scan(0, 2 * width, 5, width, OUT),
          20,
        );
        expect(new Int32Array(left!)).toEqual(new Int32Array(right!));
        const signed = new Int8Array(rows.buffer, rows.byteOffset, width);
        expect(new Int32Array(left!)[0]).toBe(signed.reduce((sum, value, i) => sum + value * asked[i]!, 0));
      }),
    );
  });

  it('find the next number that is more than another the same way in both forms', () => {
    const numbers = fc.array(fc.integer({ min: -3_000_000, max: 3_000_000 }), { maxLength: 12 });
    fc.assert(
      fc.property(
        numbers,
        numbersOf(12),
        fc.nat({ max: 11 }),
        fc.float({ noNaN: true }),
        (dots, factors, first, least) => {
          const found = [wasm, plain].map((kernel) => {
            kernel.reserve(ROOM);
            kernel.views.i32.set(dots);
            kernel.views.f32.set(factors, 100);
            return kernel.next(4 * first, 4 * (100 + first), 4 * dots.length, least);
          });
          const isMore = (dot: number, at: number) => at >= first && Math.fround(dot * factors[at]!) > least;
          const expected = dots.findIndex(isMore);
          const end = 4 * Math.max(first, dots.length);
          expect(found).toEqual([0, 0].fill(expected === -1 ? end : 4 * expected));
        },
      ),
    );
  });

  it('unpack codes and compare them the same way in both forms', () => {
    fc.assert(
      fc.property(bytesOf(4 * 96), (codes) => {
        const [left, right] = both(
          ({ views }) => views.u8.set(codes),
          (kernel) => {
            for (let n = 0; n < 4; n++) kernel.unpack(96 * n, 192, OUT + 64 + 384 * n);
            kernel.dots(OUT + 64, OUT + 64, 4, 192, OUT);
          },
          64 + 4 * 384,
        );
        expect(new Int16Array(left!)).toEqual(new Int16Array(right!));
        const first = new Int16Array(left!, 64, 2);
        expect([...first]).toEqual([(codes[0]! & 15) - 8, (codes[0]! >> 4) - 8]);
      }),
    );
  });

  it('add up, mix and multiply vectors the same way in both forms, but for rounding', () => {
    fc.assert(
      fc.property(bytesOf(3 * 96), numbersOf(3), numbersOf(192), (codes, factors, other) => {
        const products: number[] = [];
        const [left, right] = both(
          ({ views }) => {
            views.u8.set(codes);
            for (let n = 0; n < 3; n++) {
              views.u32[256 + 2 * n] = 96 * n;
              views.f32[257 + 2 * n] = factors[n]!;
            }
            views.f32.set(other, 512);
          },
          (kernel) => {
            kernel.gather(1024, 3, 192, OUT);
            kernel.mix(OUT, 2048, 0.6, 192);
            products.push(kernel.dot(OUT, 2048, 192));
          },
          768,
        );
        const plainly = new Float32Array(right!);
        new Float32Array(left!).forEach((value, i) => {
          expect(Math.abs(value - plainly[i]!)).toBeLessThan(1e-4);
        });
        expect(Math.abs(products[0]! - products[1]!)).toBeLessThan(0.05);
      }),
    );
  });

  it('add up more rows than any text has', () => {
    for (const kernel of [createKernel(), createPlainKernel()]) {
      const count = 60_001;
      kernel.reserve(1_000_000);
      // All codes 15, which stands for 7.
      kernel.views.u8.fill(255, 0, 16);
      for (let n = 0; n < count; n++) {
        kernel.views.u32[256 + 2 * n] = 0;
        kernel.views.f32[257 + 2 * n] = 0.5;
      }
      kernel.gather(1024, count, 32, 900_000);
      const [first] = kernel.views.f32.subarray(225_000);
      expect(first! / (7 * 0.5 * count)).toBeCloseTo(1, 3);
    }
  });

  it('make the same 8 bits of a vector in both forms, those of `quantise`', () => {
    fc.assert(
      fc.property(numbersOf(192), (vector) => {
        const [left, right] = both(
          ({ views }) => views.f32.set(vector),
          (kernel) => kernel.quantise(0, 192, OUT),
          192,
        );
        expect(new Int8Array(left!)).toEqual(new Int8Array(right!));
        quantise(vector).forEach((value, i) => {
          // Half a step may be rounded either way.
          expect(Math.abs(new Int8Array(left!)[i]! - value)).toBeLessThanOrEqual(1);
        });
      }),
    );
  });

  it('read the same vocabulary in both forms, and none that ends too early', () => {
    const token = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(fc.uniqueArray(token, { maxLength: 30 }), (tokens) => {
        const bytes = vocabularyBytes([...tokens].sort());
        const [left, right] = both(
          ({ views }) => views.u8.set(bytes),
          (kernel) => {
            const sum = kernel.measureWords(0, bytes.length, tokens.length);
            expect(sum).toBe(tokens.reduce((all, one) => all + Buffer.byteLength(one), 0));
            expect(kernel.measureWords(0, bytes.length, tokens.length + 1)).toBe(-1);
            if (tokens.length > 0) expect(kernel.measureWords(0, bytes.length - 1, tokens.length)).toBe(-1);
            kernel.readWords(0, tokens.length, 8192, OUT, OUT + 256, OUT + 128, 63, OUT);
          },
          8192,
        );
        expect(Buffer.compare(Buffer.from(left!), Buffer.from(right!))).toBe(0);
      }),
    );
  });

  it.each<[string, () => Kernel]>([
    ['WebAssembly', createKernel],
    ['plain', createPlainKernel],
  ])('keep what was there when their memory grows: %s', (_, create) => {
    const kernel = create();
    kernel.views.u8[7] = 42;
    kernel.reserve(1_000_000);
    expect(kernel.views.u8.length).toBeGreaterThanOrEqual(1_000_000);
    expect([kernel.views.u8[7], kernel.views.u8[999_999]]).toEqual([42, 0]);
  });
});
