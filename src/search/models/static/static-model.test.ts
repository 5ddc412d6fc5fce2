import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RappelError } from '../../../shared/errors.js';
import { createKernel } from './kernel.js';
import { modelInMemory, storedWords } from './static-model.js';

const readStaticModel = (bytes: Uint8Array, words: Uint8Array | null = null) => {
  const kernel = createKernel();
  kernel.reserve(bytes.length);
  kernel.views.u8.set(bytes);
  return modelInMemory(kernel, bytes.length, words);
};

const bytes = readFileSync(new URL('../../../../models/bilingual-static.bin', import.meta.url));

describe("the model's file", () => {
  it('is at most 6 MB', () => {
    expect(bytes.length).toBeLessThanOrEqual(6_000_000);
  });

  it('has ids that fit into 16 bits, with one to spare for a mark', () => {
    expect(readStaticModel(bytes).tokens).toBeLessThan(65_535);
  });

  it('is refused with a reason where it was cut short', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: bytes.length - 1 }), (length) => {
        expect(() => readStaticModel(bytes.subarray(0, length))).toThrow(RappelError);
      }),
    );
  });

  it('is refused where it is something else', () => {
    expect(() => readStaticModel(Buffer.from('# A note that is long enough to have a header'))).toThrow(
      RappelError,
    );
  });

  it('cuts texts the same with words that were stored, unless these are of another model', () => {
    const model = readStaticModel(bytes);
    const words = storedWords(model.kernel, bytes.length);
    const ofAnother = Buffer.from(words).fill(1, 8, 12);
    const text = "Le budget de l'équipe passe à 12 000 €, said Zoë unbelievably.";
    for (const stored of [words, ofAnother]) {
      const other = readStaticModel(bytes, stored);
      expect(other.free).toBe(model.free);
      expect(other.words.encode(text)).toEqual(model.words.encode(text));
    }
  });
});
