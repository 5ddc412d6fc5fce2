import { describe, expect, it } from 'vitest';
import { candidatesOf, matched } from '../../../test/support/search-index.js';
import { parseQuery } from '../query/parse-query.js';
import { bm25, idfOf, termScore, weighTerms } from './bm25.js';

const term = { ...parseQuery('harbour').terms[0]!, idf: 1, isNumber: false };

describe('a term that a chunk holds', () => {
  it('counts its weight where it stands there once, and at most 2.2 times that', () => {
    expect(termScore(term, 0)).toBe(0);
    expect(termScore(term, 1)).toBeCloseTo(1, 10);
    expect(termScore(term, 3)).toBeCloseTo((3 * 2.2) / 4.2, 10);
    expect(termScore(term, 1e9)).toBeCloseTo(2.2, 5);
  });

  it('counts more the fewer chunks hold it', () => {
    expect(idfOf(term, 10, 1_000)).toBeCloseTo(Math.log(1 + 990.5 / 10.5), 10);
    expect(idfOf(term, 10, 1_000)).toBeGreaterThan(idfOf(term, 100, 1_000));
  });

  it('adds to what the others give', () => {
    const { terms, matches } = matched(
      'harbour master',
      candidatesOf('The harbour master', 'The harbour town'),
    );
    expect(matches.map((match) => bm25(match, terms))).toEqual([2, 1]);
  });
});

describe('a stop word', () => {
  it('is as common as among the candidates, and a quarter of the chunks where none was read', () => {
    const query = parseQuery('where');
    const rarity = { chunks: 1_000, averageLength: 2, counts: [0] };
    const idf = (texts: string[]) =>
      weighTerms(query.terms, rarity, matched('where', candidatesOf(...texts)).matches)[0]!.idf;
    const weight = query.terms[0]!.weight;
    const expected = (count: number) => weight * Math.log(1 + (1_000 - count + 0.5) / (count + 0.5));
    expect(idf([])).toBeCloseTo(expected(250), 10);
    // Two of three hold it, and one of the four that stand for what is known beforehand.
    expect(idf(['where now', 'where then', 'never mind'])).toBeCloseTo(expected((1_000 * 3) / 7), 10);
  });
});
