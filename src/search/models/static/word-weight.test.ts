import { describe, expect, it } from 'vitest';
import { createStaticEmbedder } from './static-embedder.js';
import { wordWeight } from './word-weight.js';

describe('what a word tells', () => {
  const weights = async (words: string[]) => {
    const model = await createStaticEmbedder().model();
    return words.map((word) => wordWeight(model, word));
  };

  it('is little for words that occur beside everything, in both languages', async () => {
    for (const weight of await weights(['since', 'every', 'got', 'thing', 'fait', 'cours']))
      expect(weight).toBeLessThan(0.55);
  });

  it('is much for words that mean one thing, and for names that no dictionary has', async () => {
    for (const weight of await weights(['harbour', 'charts', 'tablette', 'Plotwise', 'hydrophone']))
      expect(weight).toBeGreaterThan(0.9);
  });

  it('is nothing without a word', async () => {
    expect(await weights([''])).toEqual([0]);
  });
});
