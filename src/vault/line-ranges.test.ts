import { describe, expect, it } from 'vitest';
import { formatRanges, joinRanges, numberRanges, parseRanges } from './line-ranges.js';

describe('ranges of lines', () => {
  it('are read as they are written', () => {
    expect(parseRanges('9-14')).toEqual([{ first: 9, last: 14 }]);
    expect(formatRanges(parseRanges('1-1, 41-47')!)).toBe('1-1,41-47');
  });

  it('are joined where they touch, and refused where they overlap or run backwards', () => {
    expect(formatRanges(parseRanges('1-2,3-4,6-6')!)).toBe('1-4,6-6');
    for (const text of ['', '1', '2-1', '0-1', '1-3,3-4', '4-5,1-2', '1-2,'])
      expect(parseRanges(text)).toBeNull();
    const ranges = [
      { first: 5, last: 9 },
      { first: 1, last: 2 },
      { first: 3, last: 6 },
    ];
    expect(joinRanges(ranges)).toEqual([{ first: 1, last: 9 }]);
  });

  it('are numbered to one width, with a line for what is left out', () => {
    const lines = Array.from({ length: 120 }, (_, index) => `l${index + 1}`);
    const ranges = parseRanges('2-2,119-120')!;
    expect(numberRanges(lines, ranges)).toBe('2   | l2\n...  (lines 3-118)\n119 | l119\n120 | l120');
  });
});
