import type { ScoredUnit } from '../../search/engine.js';
import { PASSAGES } from '../../search/ranking/parameters.js';
import { formatRanges, hiddenLines, joinRanges, type LineRange } from '../../vault/line-ranges.js';
import { block, numberWidth } from '../../vault/lines.js';

/** The lines that show units with what they belong to, in order. */
export function rangesOf(units: readonly ScoredUnit[]): LineRange[] {
  const lines = units.flatMap(({ first, last, above }) => [
    ...above.map((line) => ({ first: line, last: line })),
    { first, last },
  ]);
  // The line that stands for one hidden line is as long as most lines.
  return joinRanges(lines, 1);
}

/** The lengths of the lines of one file, as far as its units are known. */
export type LineLengths = Map<number, number>;

export function noteLengths(
  { first, text, above, aboveText }: ScoredUnit,
  lengths: LineLengths,
  longest = PASSAGES.longestLine,
): void {
  text.split('\n').forEach((line, index) => {
    lengths.set(first + index, shownLength(line, longest));
  });
  aboveText.split('\n').forEach((line, index) => {
    if (above[index] !== undefined) lengths.set(above[index], shownLength(line, longest));
  });
}

/** A longer line is cut, and says on each side how much is left out. */
function shownLength(line: string, longest: number): number {
  return Math.min(line.length, longest + 2 * '[1000000 characters] … '.length);
}

/** In characters, with the empty line that separates it from the next one. */
export function blockSize(path: string, units: readonly ScoredUnit[], lengths: LineLengths): number {
  const ranges = rangesOf(units);
  const prefix = numberWidth(ranges.at(-1)!.last) + ' | '.length;
  let size = block(`${path} (lines ${formatRanges(ranges, ', ')})`, '').length + '\n\n'.length;
  ranges.forEach(({ first, last }, index) => {
    if (index > 0) size += hiddenLines(ranges[index - 1]!.last + 1, first - 1).length + 1;
    for (let line = first; line <= last; line++) size += prefix + (lengths.get(line) ?? 0) + 1;
  });
  return size;
}
