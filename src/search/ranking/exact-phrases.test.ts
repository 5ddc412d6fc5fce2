import { describe, expect, it } from 'vitest';
import { candidatesOf, matched } from '../../../test/support/search-index.js';
import { exactPhrases } from './exact-phrases.js';

function exactness(question: string, text: string): number {
  const { query, terms, matches } = matched(question, candidatesOf(text));
  return exactPhrases(matches[0]!, terms, query);
}

describe('a field with its value, or a compound', () => {
  it('adds the weight of its words again where it stands there just so', () => {
    expect(exactness('status: done', 'status: done')).toBe(2);
    expect(exactness('status: done', 'done is the status')).toBe(0);
  });

  it('does not count a name twice as a name', () => {
    expect(exactness('the TVA-Q3', 'TVA-Q3 is due')).toBeCloseTo(2 / 1.4, 10);
  });
});
