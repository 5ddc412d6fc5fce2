import type { SearchResult } from '../search/engine.js';
import { type LineRange, parseRanges } from '../vault/line-ranges.js';
import { block } from '../vault/lines.js';

/** Results that are shown as they are; of those after them only the lines around a match. */
const WHOLE_RESULTS = 2;
const AROUND = 1;

/**
 * Compact results for a model: as blocks, in which nothing is escaped, without empty lines and without the frontmatter.
 * The numbers tell what is left out. `bodyStart` gives the first line of a file below its frontmatter.
 */
export function briefResults(results: readonly SearchResult[], bodyStart: (path: string) => number): string {
  if (results.length === 0) return 'No results.';
  return results.map((result, rank) => blockOf(result, rank, bodyStart(result.path))).join('\n\n');
}

function blockOf(result: SearchResult, rank: number, firstLine: number): string {
  const matches = parseRanges(result.match_lines) ?? [];
  const lines = result.chunk_with_context.split('\n');
  const firstMatch = matches[0]?.first ?? 0;
  const title = lines.findLast((line) => HEADING.test(line) && Number.parseInt(line, 10) <= firstMatch);
  const isShown = (line: string) => {
    const number = Number.parseInt(line, 10);
    // A fold, and an empty line.
    if (Number.isNaN(number) || /^\d+ *\|$/.test(line)) return false;
    if (number < firstLine) return false;
    return rank < WHOLE_RESULTS || line === title || matches.some((match) => isNear(number, match));
  };
  const notes = [
    `lines ${result.lines}`,
    `match ${result.match_lines}`,
    ...(result.waiting ? ['waiting in the inbox'] : []),
  ];
  return block(`${result.path} (${notes.join('; ')})`, lines.filter(isShown).join('\n'));
}

const HEADING = /^\d+ *\| #{1,6} /;

function isNear(number: number, { first, last }: LineRange): boolean {
  return first - AROUND <= number && number <= last + AROUND;
}
