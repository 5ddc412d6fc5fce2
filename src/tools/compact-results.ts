import type { SearchResult } from '../search/engine.js';
import { formatRanges, hiddenLines, joinRanges, type LineRange, parseRanges } from '../vault/line-ranges.js';
import { countTokens } from '../vault/tokens.js';

/** Tokens of all results together; the best one is always there. */
const MOST_TOKENS = 2_500;
/** A share of the best score: the other half of a list by words scored less and held no evidence (locomo, piaf-fr). */
const LEAST_SHARE = 0.6;
/** Tokens of a result above which lines far from any match are folded, and how many lines around a match stay. */
const LONG = 300;
const AROUND = 3;

/**
 * Results for an agent, which pays for each token: those well below the best are left out, neighbours in a file become
 * one, a long one is folded around its matches, and lines that `isKnown` are folded too.
 */
export function compactResults(
  results: readonly SearchResult[],
  isKnown: IsKnown = () => false,
): SearchResult[] {
  const least = LEAST_SHARE * (results[0]?.score ?? 0);
  const merged: SearchResult[] = [];
  for (const result of results) {
    if (result.score < least) continue;
    const at = merged.findIndex((other) => areNeighbours(other, result));
    if (at === -1) merged.push(result);
    else merged[at] = joined(merged[at]!, result);
  }
  const shown: SearchResult[] = [];
  let left = MOST_TOKENS;
  for (const result of merged) {
    const folded = foldResult(result, isKnown);
    const tokens = countTokens(JSON.stringify(folded));
    if (tokens > left && shown.length > 0) continue;
    shown.push(folded);
    left -= tokens;
  }
  return shown;
}

/** Whether a line, by path, number and text, was shown before. */
type IsKnown = (path: string, number: number, line: string) => boolean;

/** A result without lines far from any match, where it is long, and without those that `isKnown`. */
export function foldResult(result: SearchResult, isKnown: IsKnown = () => false): SearchResult {
  return { ...result, chunk_with_context: fold(result, isKnown) };
}

function areNeighbours(a: SearchResult, b: SearchResult): boolean {
  return a.path === b.path && joinRanges([spanOf(a.lines), spanOf(b.lines)]).length === 1;
}

/** As one chunk, under the headings that enclose both. */
function joined(best: SearchResult, other: SearchResult): SearchResult {
  const [{ first, last }] = joinRanges([spanOf(best.lines), spanOf(other.lines)]) as [LineRange];
  const common = best.headings.findIndex((heading, level) => heading !== other.headings[level]);
  const lines = new Map([...numbered(best), ...numbered(other)]);
  return {
    ...best,
    lines: `${first}-${last}`,
    match_lines: formatRanges(joinRanges([...matchesOf(best), ...matchesOf(other)])),
    whole_file: best.whole_file || other.whole_file,
    headings: common === -1 ? best.headings : best.headings.slice(0, common),
    chunk_with_context: [...lines.keys()]
      .sort((a, b) => a - b)
      .map((number) => lines.get(number))
      .join('\n'),
  };
}

function fold(result: SearchResult, isKnown: IsKnown): string {
  const isLong = countTokens(result.chunk_with_context) > LONG;
  const matches = matchesOf(result);
  const isShown = (line: number, text: string) =>
    !isKnown(result.path, line, withoutNumber(text)) &&
    (!isLong || matches.some(({ first, last }) => first - AROUND <= line && line <= last + AROUND));
  const folded: string[] = [];
  let hiddenFrom: number | null = null;
  const hideUpTo = (last: number) => {
    if (hiddenFrom !== null) folded.push(hiddenLines(hiddenFrom, last));
    hiddenFrom = null;
  };
  const lines = numbered(result);
  for (const [line, text] of lines) {
    if (isShown(line, text)) {
      hideUpTo(line - 1);
      folded.push(text);
    } else hiddenFrom ??= line;
  }
  hideUpTo(lines.at(-1)![0]);
  return folded.join('\n');
}

/** A line of the file, from its numbered form. */
export function withoutNumber(line: string): string {
  return line.replace(/^\d+ *\| ?/, '');
}

function numbered({ chunk_with_context }: SearchResult): [number, string][] {
  return chunk_with_context.split('\n').map((line) => [Number.parseInt(line, 10), line]);
}

function matchesOf({ match_lines }: SearchResult): LineRange[] {
  return parseRanges(match_lines) ?? [];
}

function spanOf(lines: string): LineRange {
  return parseRanges(lines)![0]!;
}
