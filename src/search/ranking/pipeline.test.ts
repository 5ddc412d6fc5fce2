import { describe, expect, it } from 'vitest';
import { indexOf } from '../../../test/support/search-index.js';
import { testFiles } from '../engine.contract.js';
import { createVectorIndex, vectorsOfIndex } from '../index/vector-index.js';
import type { Embedder } from '../models/embedder.js';
import { parseQuery } from '../query/parse-query.js';
import type { ReadQuestion } from '../query/read-question.js';
import { type RankingSources, rankChunks } from './pipeline.js';

const notes = (count: number, text: (index: number) => string) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`bucket/${index}.md`, text(index)]));

const question = (text: string, more: Partial<ReadQuestion> = {}): ReadQuestion => ({
  query: parseQuery(text),
  rewordings: [],
  vectors: [],
  stages: [],
  ...more,
});

const sources = (
  files: Record<string, string>,
  more: Partial<RankingSources> & { question: ReadQuestion },
) => ({
  index: indexOf(files),
  filterNow: () => null,
  meaning: { reason: 'none' },
  tokensOf: () => new Uint16Array(),
  ...more,
});

describe('the stages of a deep search', () => {
  it('take 100 chunks at most for a wording that a model made up', () => {
    const reworded = question('zebra', { rewordings: [parseQuery('red')] });
    const { orders } = rankChunks(
      'deep',
      sources(
        notes(130, () => 'red'),
        { question: reworded },
      ),
    );
    expect(orders.get('bm25')).toHaveLength(100);
  });

  it('look at the 200 nearest chunks, read 40 of them, and find them without a word in common', async () => {
    // The higher its number, the further a note is from the question.
    const embedder: Embedder = {
      name: 'test',
      version: '1',
      dimensions: 2,
      embed: async (texts) => texts.map((text) => Float32Array.of(1, Number(/\d+/.exec(text)![0]) / 1_000)),
    };
    const files = notes(320, (index) => `note ${index}`);
    const index = indexOf(files);
    const vectors = createVectorIndex(vectorsOfIndex(index, testFiles(files), embedder), embedder);
    await vectors.complete({});
    const asked = question('zebra', { vectors: [Float32Array.of(1, 0)] });
    const meaning = { embedder, vectors, missing: 0, model: null };
    const { orders, ranked } = rankChunks('deep', { ...sources({}, { question: asked }), index, meaning });
    expect(orders.get('vectors')).toHaveLength(200);
    expect(orders.get('reading')).toHaveLength(40);
    expect(ranked[0]!.evidence().stages).toEqual({ meaning: expect.closeTo(0.6, 10) });
  });

  it('are noted with the order in which each left the chunks', () => {
    const files = { 'bucket/a.md': 'The boiler', 'bucket/b.md': 'The boiler boiler' };
    const { orders } = rankChunks('deep', sources(files, { question: question('boiler') }));
    expect([...orders.keys()]).toEqual(['bm25', 'feedback']);
  });
});
