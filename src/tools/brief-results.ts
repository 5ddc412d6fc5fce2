import type { SearchResult } from '../search/engine.js';
import { parseRanges } from '../vault/line-ranges.js';
import { block } from '../vault/lines.js';

/** Results that are shown as they are; those after them with one line around each match, the rest with none. */
const WHOLE_RESULTS = 2;
const RESULTS_WITH_NEIGHBOURS = 5;

/**
 * Compact results for a model: as blocks, in which nothing is escaped, without empty lines, without the frontmatter and
 * without the lines around the chunk, which belong to other sections and can't be quoted. The numbers tell what is left
 * out. Headings that enclose a match are shown, or named if the chunk begins below them. `bodyStart` gives the first line
 * of a file below its frontmatter; `onShown` gets the numbered lines of each block.
 */
export function briefResults(
  results: readonly SearchResult[],
  bodyStart: (path: string) => number,
  onShown: (path: string, lines: readonly string[]) => void = () => {},
): string {
  if (results.length === 0) return 'No results.';
  return results
    .map((result, rank) => {
      const lines = linesOf(result, rank, bodyStart(result.path));
      onShown(result.path, lines);
      return blockOf(result, lines);
    })
    .join('\n\n');
}

function linesOf(result: SearchResult, rank: number, firstLine: number): string[] {
  const matches = parseRanges(result.match_lines) ?? [];
  const lines = result.chunk_with_context.split('\n');
  const titles = new Set(matches.flatMap(({ first }) => headingsAbove(lines, first)));
  const [chunk] = parseRanges(result.lines)!;
  const around = rank < RESULTS_WITH_NEIGHBOURS ? 1 : 0;
  const isShown = (line: string) => {
    const number = Number.parseInt(line, 10);
    // A fold, and an empty line.
    if (Number.isNaN(number) || /^\d+ *\|$/.test(line)) return false;
    if (titles.has(line)) return true;
    if (number < Math.max(firstLine, chunk!.first) || number > chunk!.last) return false;
    return (
      rank < WHOLE_RESULTS ||
      matches.some(({ first, last }) => first - around <= number && number <= last + around)
    );
  };
  return lines.filter(isShown);
}

/** Those that enclose a line or are it, as far as they are among these lines. */
function headingsAbove(lines: readonly string[], number: number): string[] {
  const enclosing: { line: string; level: number }[] = [];
  for (const line of lines) {
    const level = HEADING.exec(line)?.[1]?.length;
    if (level === undefined || Number.parseInt(line, 10) > number) continue;
    while (enclosing.length > 0 && enclosing.at(-1)!.level >= level) enclosing.pop();
    enclosing.push({ line, level });
  }
  return enclosing.map(({ line }) => line);
}

function blockOf(result: SearchResult, lines: readonly string[]): string {
  const hidden = result.headings.filter((heading) => !lines.some((line) => line.includes(`# ${heading}`)));
  const notes = [
    `lines ${result.lines}`,
    `match ${result.match_lines}`,
    ...(hidden.length > 0 && lines.length > 0 ? [`under ${hidden.join(' > ')}`] : []),
    ...(result.waiting ? ['waiting in the inbox'] : []),
    ...(result.superseded_by ? [`superseded by ${result.superseded_by}`] : []),
    ...(result.earlier ?? []).flatMap(({ was, until }) => (was ? [`was ${was} until ${until}`] : [])),
    ...(lines.length === 0 ? ['shown above'] : []),
  ];
  return block(`${result.path} (${notes.join('; ')})`, lines.join('\n'));
}

const HEADING = /^\d+ *\| (#{1,6}) /;
