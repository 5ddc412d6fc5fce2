import { readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createStaticEmbedder } from './static-embedder.js';
import type { StaticModel } from './static-model.js';

interface Golden {
  text: string;
  tokens: number[];
  vector: number[];
}

const golden: Golden[] = JSON.parse(readFileSync(new URL('golden.json', import.meta.url), 'utf8'));
const embedder = createStaticEmbedder();

async function cosineOf(a: string, b: string): Promise<number> {
  const [left, right] = await embedder.embed([a, b]);
  return left!.reduce((sum, value, i) => sum + value * right![i]!, 0);
}

describe('the static embedder', () => {
  it('reads its model once for all who need it at the same time', async () => {
    const [first, second] = await Promise.all([embedder.model(), embedder.model()]);
    expect(first === second).toBe(true);
  });

  it('lets its model go when nobody uses it any more, and reads it again', async () => {
    setFlagsFromString('--expose-gc');
    const collect: () => void = runInNewContext('gc');
    let used: StaticModel | null = await embedder.model();
    const seen = new WeakRef(used);
    const isHeld = async () => {
      // A turn of its own: what was looked at stays until the end of the turn.
      await setImmediate();
      collect();
      return seen.deref() !== undefined;
    };
    expect([await isHeld(), used.dimensions]).toEqual([true, 192]);
    expect((await embedder.model()) === used).toBe(true);
    used = null;
    expect(await isHeld()).toBe(false);
    expect((await embedder.model()).dimensions).toBe(192);
  });

  it.each(golden)('cuts $text into the tokens that it was trained with', async ({ text, tokens }) => {
    const { words } = await embedder.model();
    expect([...words.encode(text)]).toEqual(tokens);
  });

  it.each(golden)('gives $text the vector that the training script gives it', async ({ text, vector }) => {
    const [found] = await embedder.embed([text]);
    expect(found).toHaveLength(embedder.dimensions);
    vector.forEach((value, i) => {
      expect(found![i]).toBeCloseTo(value, 4);
    });
  });

  it('finds a French sentence near its English meaning and far from another', async () => {
    const same = await cosineOf(
      'La facture du client est en retard.',
      'The customer has not paid the invoice yet.',
    );
    const other = await cosineOf('La facture du client est en retard.', 'The cat sleeps in the garden.');
    expect(same).toBeGreaterThan(0.4);
    expect(other).toBeLessThan(0.25);
  });

  it('gives a unit vector, or zeros where no word is known', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 200 }), async (text) => {
        const [vector] = await embedder.embed([text]);
        const length = Math.hypot(...vector!);
        const { words } = await embedder.model();
        expect(length).toBeCloseTo(words.encode(text).length === 0 ? 0 : 1, 4);
      }),
    );
  });

  it('does not care for case, accents or the order of words', async () => {
    expect(await cosineOf('Été à Besançon', 'BESANCON, a ete')).toBeCloseTo(1, 5);
  });

  it('gives nothing for nothing', async () => {
    expect(await embedder.embed([])).toEqual([]);
  });

  it('stops where the signal says so', async () => {
    const signal = AbortSignal.abort();
    await expect(embedder.embed(['text'], { signal })).rejects.toThrow();
  });

  it('is in memory once, however many vaults a process has', async () => {
    expect(await createStaticEmbedder().model()).toBe(await embedder.model());
  });

  it('says so in a sentence where its file is missing', async () => {
    const missing = createStaticEmbedder(new URL('no-such-file.bin', import.meta.url));
    await expect(missing.embed(['text'])).rejects.toMatchObject({ code: 'model' });
  });
});
