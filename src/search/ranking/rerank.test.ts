import { describe, expect, it } from 'vitest';
import { ranked } from '../../../test/support/search-index.js';
import type { Reranker } from '../models/endpoint/endpoint-reranker.js';
import { rerank } from './rerank.js';

/** A model that gives each text the number that it is. */
const reranker: Reranker = { name: 'judge', rerank: async (_, texts) => texts.map(Number) };

/** Fifty chunks that score 0.8 each; `opinions` are those of the model, 0 where it has none. */
async function scoresOf(opinions: Record<number, number>): Promise<Map<number, number>> {
  const textOf = (id: number) => String(opinions[id] ?? 0);
  const found = await rerank('question', ranked(...Array(50).fill(0.8)), textOf, reranker, undefined);
  return new Map(found.ranked.map(({ id, score }) => [id, score]));
}

describe('the opinion of a model', () => {
  it.each([
    ['a quarter for the first three', 3, 0.75],
    ['four tenths for the next', 4, 0.6],
    ['four tenths up to the tenth', 10, 0.6],
    ['six tenths for the others', 11, 0.4],
    ['six tenths up to the fortieth', 40, 0.4],
  ])('counts %s', async (_, id, trust) => {
    // The model likes one of them best, another one half as much.
    const scores = await scoresOf({ [id]: 0.5, 20: 1 });
    expect(scores.get(id)).toBeCloseTo(trust * 0.8 + (1 - trust) * 0.4, 10);
  });

  it('is asked about the best forty alone', async () => {
    const scores = await scoresOf({ 20: 1, 41: 0.5 });
    expect(scores.get(41)).toBe(0.8);
    expect(scores.get(40)).toBeCloseTo(0.32, 10);
  });

  it('changes nothing where it is the same for all', async () => {
    expect(new Set((await scoresOf({})).values())).toEqual(new Set([0.8]));
  });
});
