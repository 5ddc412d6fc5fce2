import { describe, expect, it } from 'vitest';
import { candidatesOf, matched } from '../../../test/support/search-index.js';
import { proximity } from './proximity.js';

function nearness(question: string, text: string): number {
  const { terms, matches } = matched(question, candidatesOf(text));
  return proximity(matches[0]!, terms);
}

describe('words that stand close together', () => {
  it('add half of the more common one, one and a half times that in the order of the question', () => {
    expect(nearness('harbour master', 'The master harbour of the town')).toBeCloseTo(0.5, 10);
    expect(nearness('harbour master', 'The harbour master of the town')).toBeCloseTo(0.75, 10);
  });

  it('add less the further apart they are, and nothing beyond eight words', () => {
    expect(nearness('harbour master', 'The harbour a b c d e f g master')).toBeCloseTo(0.5 / 8, 10);
    expect(nearness('harbour master', 'The harbour a b c d e f g h master')).toBe(0);
  });

  it('count by their closest occurrence', () => {
    expect(nearness('harbour master', 'harbour of the master, harbour master')).toBeCloseTo(0.75, 10);
  });

  it('count in a heading, but never across the end of it', () => {
    expect(nearness('harbour master', '# Harbour master\n\nNobody knows.')).toBeCloseTo(0.75, 10);
    expect(nearness('harbour master', '# Harbour\n\nMaster of the town.')).toBe(0);
  });

  it('are not two numbers of a heading, which may be those of another date', () => {
    expect(nearness('14 2025', '# 14 2025\n\nNothing.')).toBe(0);
    expect(nearness('14 2025', 'On 14 2025 nothing.')).toBeGreaterThan(0);
  });
});
