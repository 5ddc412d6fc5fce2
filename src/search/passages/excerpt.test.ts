import { describe, expect, it } from 'vitest';
import { excerptOf } from './excerpt.js';

/** Finds one word, the first term of the question. */
const find = (line: string, start: number, end: number) =>
  new Set(line.slice(start, end).includes('harbour') ? [0] : []);
const excerpt = (line: string) => excerptOf(line, find, [1]);

describe('a line that a result shows', () => {
  it('is whole up to 3,600 characters', () => {
    expect(excerpt('x'.repeat(3_600))).toBe('x'.repeat(3_600));
  });

  it('is cut around the match where it is longer, with what is left out on each side', () => {
    const line = `${'x'.repeat(4_000)} harbour ${'y'.repeat(5_000)}`;
    const shown = excerpt(line);
    expect(shown).toMatch(/^\[1800 characters\] … x+ harbour y+ … \[3609 characters\]$/);
    expect(shown.replaceAll(/\[\d+ characters\]| … /g, '')).toHaveLength(3_600);
  });

  it('is cut between words', () => {
    const line = `${'avant '.repeat(900)}harbour ${'après '.repeat(900)}`;
    const [, left, shown, right] = /^\[(\d+) characters\] … (.*) … \[(\d+) characters\]$/.exec(
      excerpt(line),
    )!;
    expect(shown).toMatch(/^(avant )+harbour( après)+$/);
    expect(Number(left) + shown!.length + Number(right)).toBe(line.length);
  });
});
