import { describe, expect, it } from 'vitest';
import { outlineOf } from '../../vault/headings.js';
import { breakPointsOf, cut } from './chunk-file.js';

function pointsOf(lines: string[]) {
  const { headings, fenced } = outlineOf(lines, 1);
  return breakPointsOf(lines, headings, fenced);
}

describe('the worth of a cut', () => {
  it.each([
    ['a title', '# A', 100],
    ['a section', '## A', 90],
    ['a part of a section', '### A', 80],
    ['a rule', '---', 60],
    ['a code fence', '```', 40],
    ['a paragraph', 'A text', 20],
  ])('before %s after an empty line', (_, line, score) => {
    expect(pointsOf(['Some text.', '', line, '', 'More.']).scores[2]).toBe(score);
  });

  it.each([
    ['a list item', '- an item', 5],
    ['a plain line', 'a further line', 1],
    ['an empty line', '', 0.5],
  ])('before %s', (_, line, score) => {
    expect(pointsOf(['Some text.', line, 'More.']).scores[1]).toBe(score);
  });

  it('is nearly nothing inside a code fence', () => {
    expect(pointsOf(['```', 'let a = 1;', '```', 'text']).scores[1]).toBe(0.1);
  });
});

describe('a cut', () => {
  const line = 'x'.repeat(39);

  /** Ten tokens a line; a break of this kind before the line of this number. */
  const cutsOf = (breaks: Record<number, string>, most = 100) => {
    const lines = Array.from({ length: 12 }, (_, index) => breaks[index + 1] ?? line);
    return cut(1, lines.length, pointsOf(lines), most);
  };

  it('uses the room there is where all breaks are alike', () => {
    expect(cutsOf({})).toEqual([1, 11]);
  });

  it('prefers a good break that leaves some of the room empty', () => {
    expect(cutsOf({ 5: `# ${'x'.repeat(37)}`, 10: `#### ${'x'.repeat(34)}` })).toEqual([1, 10]);
    expect(cutsOf({ 8: `# ${'x'.repeat(37)}`, 10: `### ${'x'.repeat(35)}` })).toEqual([1, 8]);
  });
});
