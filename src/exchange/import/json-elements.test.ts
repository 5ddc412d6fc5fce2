import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonElements } from './json-elements.js';

describe('the elements of a JSON list', () => {
  it('are the same however the bytes are cut', async () => {
    const element = fc.oneof(
      fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue()),
      fc.string(),
      fc.integer(),
    );
    const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(fc.array(element), sizes, fc.constantFrom(0, 2), async (list, cuts, indent) => {
        const bytes = Buffer.from(`\uFEFF${JSON.stringify(list, null, indent)}\n`);
        const found: unknown[] = [];
        for await (const text of jsonElements(cut(bytes, cuts))) found.push(JSON.parse(text!));
        expect(found).toEqual(
          JSON.parse(JSON.stringify(list)).filter((value: unknown) => typeof value === 'object'),
        );
      }),
    );
  });

  it('are passed over where they are larger than they may be, and the next one is read', async () => {
    const list = [{ a: 'x'.repeat(50) }, { b: 1 }, ['y'.repeat(60)], {}];
    const found: (string | null)[] = [];
    for await (const text of jsonElements(cut(Buffer.from(JSON.stringify(list)), [7]), 40)) found.push(text);
    expect(found).toEqual([null, '{"b":1}', null, '{}']);
  });

  it.each(['{"a": 1}', 'hello', '"[]"', '[{"a": 1}', '[{"a": "x', ''])('are refused in %s', async (text) => {
    const read = async () => {
      for await (const _ of jsonElements(cut(Buffer.from(text), [3])));
    };
    await expect(read()).rejects.toMatchObject({ code: 'invalid_input' });
  });
});

async function* cut(bytes: Buffer, sizes: readonly number[]): AsyncGenerator<Buffer> {
  for (let at = 0, index = 0; at < bytes.length; index++) {
    const size = sizes[index % sizes.length]!;
    yield bytes.subarray(at, at + size);
    at += size;
  }
}
