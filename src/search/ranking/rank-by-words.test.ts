import { describe, expect, it } from 'vitest';
import { candidatesOf } from '../../../test/support/search-index.js';
import { parseQuery } from '../query/parse-query.js';
import { rankByWords } from './rank-by-words.js';
import { calibrate } from './ranked.js';

/** The texts with their scores, best first; every word as rare as every other. */
function rank(question: string, texts: string[]) {
  const query = parseQuery(question);
  const rarity = { chunks: 1_000, averageLength: 10, counts: query.terms.map(() => 10) };
  return rankByWords(query, candidatesOf(...texts), rarity);
}

/** The numbers of the texts, from 0, best first. */
function order(question: string, texts: string[]): number[] {
  return rank(question, texts).map(({ id }) => id - 1);
}

describe('the evidence for a chunk', () => {
  it('is what each stage gives, as a share of what the question could give', () => {
    const [best] = rank('harbour master', ['The harbour master was quiet all morning, as ever.']);
    const { terms, stages } = best!.evidence();
    const sum = (gains: Record<string, number>) =>
      Object.values(gains).reduce((total, gain) => total + gain, 0);
    expect(Object.keys(stages)).toEqual(['bm25', 'proximity', 'coverage']);
    expect(stages.bm25).toBeCloseTo(sum(terms), 10);
    expect(best!.score).toBeCloseTo(calibrate(sum(stages)), 10);
  });
});

describe('words that stand close together', () => {
  it('count in a text', () => {
    const apart = 'The harbour was quiet all morning, and nobody had seen the old green master.';
    const close = 'The harbour master was quiet all morning, and nobody had seen the old green.';
    expect(order('harbour master', [apart, close])).toEqual([1, 0]);
  });

  it('count in a heading as in a text', () => {
    const apart = '# Harbour and all that the old town has of a master\n\nNobody knows.\n';
    const close = '# Harbour master and all that the old town has of a\n\nNobody knows.\n';
    expect(order('harbour master', [apart, close])).toEqual([1, 0]);
  });

  it('are not the last of a heading and the first of a text', () => {
    const far = '# Harbour\n\nNobody has ever seen or met the present master.\n';
    const first = '# Harbour\n\nMaster nobody has ever seen or met the present.\n';
    expect(order('harbour master', [far, first])).toEqual([0, 1]);
  });
});
