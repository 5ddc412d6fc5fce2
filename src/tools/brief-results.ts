import type { SearchResult } from '../search/engine.js';
import { parseRanges } from '../vault/line-ranges.js';
import { block } from '../vault/lines.js';

/** Results that are shown as they are; those after them with one line around each match, the rest with none. */
const WHOLE_RESULTS = 2;
const RESULTS_WITH_NEIGHBOURS = 5;

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
  // The heading of the next section says nothing about this one.
  const lastLine = parseRanges(result.lines)?.at(-1)?.last ?? Number.POSITIVE_INFINITY;
  const around = rank < RESULTS_WITH_NEIGHBOURS ? 1 : 0;
  const isShown = (line: string) => {
    const number = Number.parseInt(line, 10);
    // A fold, and an empty line.
    if (Number.isNaN(number) || /^\d+ *\|$/.test(line)) return false;
    if (number < firstLine || (number > lastLine && HEADING.test(line))) return false;
    return (
      rank < WHOLE_RESULTS ||
      line === title ||
      matches.some(({ first, last }) => first - around <= number && number <= last + around)
    );
  };
  const notes = [
    `lines ${result.lines}`,
    `match ${result.match_lines}`,
    ...(result.waiting ? ['waiting in the inbox'] : []),
  ];
  return block(`${result.path} (${notes.join('; ')})`, lines.filter(isShown).join('\n'));
}

const HEADING = /^\d+ *\| #{1,6} /;
