import { z } from 'zod';
import type { SearchAnswer, SearchRequest, SearchResult } from '../search/engine.js';
import { readText } from '../vault/files.js';
import { firstBodyLine } from '../vault/frontmatter.js';
import { parseRanges } from '../vault/line-ranges.js';
import { block } from '../vault/lines.js';
import type { Vault } from '../vault/vault.js';
import { compactResults, withoutNumber } from './compact-results.js';
import { defineTool, READS, type Tool, type ToolContext, type ToolResult } from './define-tool.js';
import { resolveScopes } from './named-scopes.js';
import { optional, positiveInteger } from './parse-input.js';

const QUERIES = 'a list of questions or words, like ["why was the external API dropped"]';
const SCOPES = 'a list of paths or globs, like ["projects/startup-x/", "projects/*/state.md"], or null';
const DATE = 'a date like "2025-07-14", "7 days ago" or "last week", or null';
const SCORE = 'a number from 0 to 1, or null';
const LIMIT = 'an integer from 1 to 200, or null';
const CONTEXT = 'an integer from 0 to 100, or null';

const parameters = () => ({
  queries: z.array(z.string(QUERIES), QUERIES).min(1, QUERIES),
  mode: optional(z.enum(['fast', 'deep'], '"fast" or "deep"'), 'fast'),
  scopes: optional(z.array(z.string(SCOPES), SCOPES), null),
});

/** The tool for agents. */
export const search = defineTool({
  name: 'search',
  hints: READS,
  input: () => z.strictObject(parameters()),
  async run(request, context) {
    const { data } = await runSearch(request, context);
    const { session, vault } = context;
    const results = compactResults(data.results, (path, number, line) =>
      session.hasShown(vault.resolve(path).path, number, line),
    );
    const result = resultOf({ ...data, results });
    if (!context.isAgent) return result;
    const onShown = (path: string, lines: readonly string[]) => {
      for (const line of lines)
        session.showed(vault.resolve(path).path, Number.parseInt(line, 10), [withoutNumber(line)]);
    };
    return { ...result, brief: briefResults(results, (path) => bodyStart(vault, path), onShown) };
  },
});

/** The same for people and programs, with dates, limits and context. */
export const searchWithOptions = defineTool({
  name: 'search',
  hints: READS,
  input: () =>
    z.strictObject({
      ...parameters(),
      date_from: optional(z.string(DATE), null),
      date_to: optional(z.string(DATE), null),
      asked_on: optional(z.string(DATE), null),
      min_score: optional(z.number(SCORE).min(0, SCORE).max(1, SCORE), null),
      limit: optional(positiveInteger(LIMIT).max(200, LIMIT), null),
      context: optional(z.int(CONTEXT).nonnegative(CONTEXT).max(100, CONTEXT), null),
      explain: optional(z.boolean('true or false'), false),
    }),
  run: runSearch,
});

/** The number of the first line below the frontmatter. */
function bodyStart(vault: Vault, path: string): number {
  return firstBodyLine(readText(vault.resolve(path)));
}

/** The answer of a `search` call; null for the result of another tool. */
export function foundBy(tool: Tool, { data }: ToolResult): SearchAnswer | null {
  return tool.name === search.name ? (data as SearchAnswer) : null;
}

async function runSearch(
  request: SearchRequest,
  { vault, engine, inContext = [], askedOn = null, signal, complete }: ToolContext,
): Promise<ToolResult<SearchAnswer>> {
  const { scopes, stage } = resolveScopes(vault, request.scopes);
  const found = await (await engine()).search({
    ...request,
    scopes,
    asked_on: request.asked_on ?? askedOn,
    without: inContext,
    ...(signal && { signal }),
    ...(complete && { complete }),
  });
  const { results } = found;
  return resultOf({ results, stages: stage === null ? found.stages : [stage, ...found.stages] });
}

function resultOf({ results, stages }: SearchAnswer): ToolResult<SearchAnswer> {
  return {
    // One result per line: readable for a person, and no whitespace that a model would pay for. Programs use the
    // data.
    get text() {
      return results.length === 0
        ? '[]'
        : `[\n${results.map((result) => JSON.stringify(result)).join(',\n')}\n]`;
    },
    images: [],
    errors: [],
    data: { results, stages },
  };
}

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
