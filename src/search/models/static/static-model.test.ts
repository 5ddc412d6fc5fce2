import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RappelError } from '../../../shared/errors.js';
import { createKernel } from './kernel.js';
import { modelInMemory } from './static-model.js';

const readStaticModel = (bytes: Uint8Array) => {
  const kernel = createKernel();
  kernel.reserve(bytes.length);
  kernel.views.u8.set(bytes);
  return modelInMemory(kernel, bytes.length);
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
});
