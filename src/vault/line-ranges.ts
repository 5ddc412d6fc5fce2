import { RappelError } from '../shared/errors.js';
import { numberedLine, numberWidth } from './lines.js';

/** Lines of a file, counted from 1; both ends count. */
export interface LineRange {
  first: number;
  last: number;
}

/**
 * Reads `9-14`, or several ranges, `1-1,41-47`: ascending, not overlapping; touching ones are joined. Null for any other
 * text.
 */
export function parseRanges(text: string): LineRange[] | null {
  const ranges: LineRange[] = [];
  for (const part of text.split(/, ?/)) {
    const match = /^(\d+)-(\d+)$/.exec(part);
    const range = { first: Number(match?.[1]), last: Number(match?.[2]) };
    if (match === null || range.first < 1 || range.last < range.first) return null;
    if (range.first <= (ranges.at(-1)?.last ?? 0)) return null;
    ranges.push(range);
  }
  return joinRanges(ranges);
}

/** `9-14`; several are separated by a comma and, for people, a space. */
export function formatRanges(ranges: readonly LineRange[], separator: ',' | ', ' = ','): string {
  return ranges.map(({ first, last }) => `${first}-${last}`).join(separator);
}

/** In order; those that overlap, touch, or leave out no more than `gap` lines between them become one. */
export function joinRanges(ranges: readonly LineRange[], gap = 0): LineRange[] {
  const joined: LineRange[] = [];
  for (const { first, last } of [...ranges].sort((a, b) => a.first - b.first)) {
    const before = joined.at(-1);
    if (before !== undefined && first <= before.last + 1 + gap) before.last = Math.max(before.last, last);
    else joined.push({ first, last });
  }
  return joined;
}

/** The line that replaces hidden lines. */
export function hiddenLines(first: number, last: number): string {
  return `...  (lines ${first}-${last})`;
}

export function isHiddenLines(line: string): boolean {
  return /^\.{3} {2}\(lines \d+-\d+\)$/.test(line);
}

/** The ranges with their numbers, padded to one width; between two of them the line for what is left out. */
export function numberRanges(lines: readonly string[], ranges: readonly LineRange[]): string {
  const width = numberWidth(ranges.at(-1)?.last ?? 0);
  const shown: string[] = [];
  ranges.forEach(({ first, last }, index) => {
    if (index > 0) shown.push(hiddenLines(ranges[index - 1]!.last + 1, first - 1));
    for (let number = first; number <= last; number++) {
      shown.push(numberedLine(lines[number - 1]!, number, width));
    }
  });
  return shown.join('\n');
}

export function pastEnd(shown: string, line: number, count: number): RappelError {
  return new RappelError('bad_range', 'range.past_end', { line, count, path: shown });
}
