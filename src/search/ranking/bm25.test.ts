import { describe, expect, it } from 'vitest';
import { candidatesOf, matched } from '../../../test/support/search-index.js';
import { parseQuery } from '../query/parse-query.js';
import { bm25, idfOf, termScore } from './bm25.js';

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
  it('counts like one that a quarter of the chunks hold, or more where they do', () => {
    const [where] = parseQuery('where are they').terms;
    expect(where!.isStopWord).toBe(true);
    expect(idfOf(where!, 0, 1_000)).toBe(idfOf({ ...where!, isStopWord: false }, 250, 1_000));
    expect(idfOf(where!, 600, 1_000)).toBe(idfOf({ ...where!, isStopWord: false }, 600, 1_000));
  });
});
