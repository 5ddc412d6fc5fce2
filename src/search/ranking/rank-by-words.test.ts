import { describe, expect, it } from 'vitest';
import { chunkFile } from '../chunks/chunk-file.js';
import { analyseFile } from '../index/analyse-file.js';
import { decodeWords } from '../index/word-list.js';
import { parseQuery } from '../query/parse-query.js';
import { rankByWords } from './rank-by-words.js';

/** The numbers of the texts, from 0, best first; every word as rare as every other. */
function order(question: string, texts: string[]): number[] {
  const candidates = texts.map((text, id) => {
    const path = `bucket/${'abc'[id]}.md`;
    return { id, words: decodeWords(analyseFile(path, chunkFile(path, text))[0]!.words) };
  });
  const query = parseQuery(question);
  const rarity = { chunks: 1_000, averageLength: 10, counts: query.terms.map(() => 10) };
  return rankByWords(query, candidates, rarity).map(({ id }) => id);
}

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
