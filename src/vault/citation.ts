import { createHash } from 'node:crypto';
import { formatRanges, hiddenLines, type LineRange, parseRanges } from './line-ranges.js';
import { block, numberedLine, numberWidth } from './lines.js';
import { isStampedField } from './units/merge-texts.js';

/** Lines that an answer shows, with a reference by which they can be checked later. */
export interface Citation {
  /** `vault/…` */
  path: string;
  /** `9-14`, or several ranges, `1-1,41-47`; null for a whole file. */
  lines: string | null;
  /** `vault/tasks.md:9-14@3f9a2c` */
  ref: string;
}

/** Cited lines with their text. */
export interface Quotation extends Citation {
  /** Lines that follow each other in the file; between two parts lines are left out. */
  parts: QuotedPart[];
}

export interface QuotedPart {
  firstLine: number;
  /** Without the numbers. */
  text: string;
}

/** A reference, read: which lines of which file, and the hash of their text. */
export interface Reference {
  path: string;
  ranges: LineRange[];
  hash: string;
}

/** Cites `ranges` of a file whose lines are `lines`; null cites all of them. */
export function cite(path: string, lines: readonly string[], ranges: readonly LineRange[] | null): Citation {
  const cited = ranges ?? [{ first: Math.min(1, lines.length), last: lines.length }];
  const ref = `${path}:${formatRanges(cited)}@${hashLines(linesIn(lines, cited))}`;
  return { path, lines: ranges && formatRanges(ranges), ref };
}

/** Quotes `ranges` of a file whose lines are `lines`; null quotes all of them. */
export function quoteLines(
  path: string,
  lines: readonly string[],
  ranges: readonly LineRange[] | null,
): Quotation {
  const quoted = ranges ?? (lines.length === 0 ? [] : [{ first: 1, last: lines.length }]);
  const parts = quoted.map(({ first, last }) => ({
    firstLine: first,
    text: lines.slice(first - 1, last).join('\n'),
  }));
  return { ...cite(path, lines, ranges), parts };
}

/** A quotation as every tool shows one: numbered lines in a fence, with what is left out between them. */
export function showQuotation({ path, lines, parts }: Quotation): string {
  const numbered = parts.map(({ firstLine, text }) => ({ firstLine, texts: text.split('\n') }));
  const end = (part: (typeof numbered)[number]) => part.firstLine + part.texts.length - 1;
  const width = numberWidth(Math.max(0, ...numbered.map(end)));
  const shown = numbered.flatMap((part, index) => [
    ...(index === 0 ? [] : [hiddenLines(end(numbered[index - 1]!) + 1, part.firstLine - 1)]),
    ...part.texts.map((text, at) => numberedLine(text, part.firstLine + at, width)),
  ]);
  const header = lines === null ? path : `${path} (lines ${lines.replaceAll(',', ', ')})`;
  return block(header, shown.join('\n'));
}

/** Null for a text that is not a reference. An empty file is cited as `0-0`. */
export function parseReference(text: string): Reference | null {
  const match = /^(.+):([\d,-]+)@([0-9a-f]{6})$/.exec(text);
  if (match === null) return null;
  const [, path = '', lines = '', hash = ''] = match;
  const ranges = lines === '0-0' ? [] : parseRanges(lines);
  return ranges && { path, ranges, hash };
}

export function linesIn(lines: readonly string[], ranges: readonly LineRange[]): string[] {
  return ranges.flatMap(({ first, last }) => lines.slice(Math.max(0, first - 1), last));
}

/**
 * Short enough to be written by hand; another text that has the same hash by chance is one in 16 million. Rappel renews the stamps of
 * a file whenever something else in it changes: their values don't count.
 */
export function hashLines(lines: readonly string[]): string {
  const text = lines.map((line) =>
    isStampedField(/^(\w+): /.exec(line)?.[1] ?? '') ? line.split(':')[0] : line,
  );
  return createHash('sha256').update(text.join('\n')).digest('hex').slice(0, 6);
}
