import type { CallToolResult } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { SearchAnswer, SearchResult } from '../../search/engine.js';
import { compactResults, foldResult } from '../../tools/compact-results.js';
import { READS } from '../../tools/define-tool.js';
import { optional, parseInput } from '../../tools/parse-input.js';
import { search, searchWithOptions } from '../../tools/search.js';
import { parseRanges } from '../../vault/line-ranges.js';
import type { McpTool } from '../mcp-tool.js';
import { MOST_CHARACTERS } from '../page.js';
import { wordsOfThisDoor } from './words.js';

const OFFSET = 'an integer from 0, as the answer before said';
const DEFAULT_LIMIT = 10;
const MOST_RESULTS = 200;

const input = searchWithOptions.input
  .omit({ min_score: true, explain: true })
  .extend({ offset: optional(z.int(OFFSET).nonnegative(OFFSET).max(MOST_RESULTS, OFFSET), 0) });

/** The chunk search that agents know as `search`. */
export const findTool: McpTool = {
  name: 'find',
  title: 'Find passages',
  hints: READS,
  input,
  get description() {
    return `${wordsOfThisDoor(search.description)}\n\n${MORE}`;
  },
  async call(raw, { memory, signal }) {
    const given = parseInput('find', input, raw);
    const { offset, limit, ...request } = given;
    const most = Math.min(MOST_RESULTS, offset + (limit ?? DEFAULT_LIMIT));
    const found = await memory.run('tools/search', { ...request, limit: most }, { signal });
    const asked = { ...(raw ?? {}) };
    // A call that asks for that many results, or for the lines around them, gets them.
    if (given.context !== null) return resultOf(asked, found, offset);
    if (limit !== null || offset > 0)
      return resultOf(
        asked,
        { ...found, results: found.results.map((result) => foldResult(result)) },
        offset,
      );
    const results = compactResults(found.results);
    const isAll = found.results.every((one) => results.some((other) => covers(other, one)));
    return resultOf(asked, { ...found, results }, 0, isAll ? null : callFor({ ...asked, limit: most }));
  },
};

function covers(shown: SearchResult, { path, lines }: SearchResult): boolean {
  const [whole, part] = [parseRanges(shown.lines)![0]!, parseRanges(lines)![0]!];
  return shown.path === path && whole.first <= part.first && whole.last >= part.last;
}

const MORE = `- \`date_from\`, \`date_to\`: \`2025-07-14\`, \`7 days ago\` or \`last week\`.
- \`asked_on\`: the day from which "last week" is seen; today if omitted.
- \`limit\`: that many results, however well they match.
- \`context\`: whole chunks with that many lines around them.
- \`offset\`: as \`next\` says, which is the call for more where not all fitted.`;

/** Results that do not fit are left for the next call. */
function resultOf(
  given: object,
  { results, stages }: SearchAnswer,
  offset: number,
  more: string | null = null,
): CallToolResult {
  const wanted = results.slice(offset);
  for (let count = wanted.length; ; count--) {
    const next = count < wanted.length ? callFor({ ...given, offset: offset + count }) : more;
    const text = JSON.stringify({ results: wanted.slice(0, count), stages, next });
    if (text.length > MOST_CHARACTERS && count > 1) continue;
    if (text.length > MOST_CHARACTERS) return resultOf(given, shortened(results, stages, offset), offset);
    return { content: [{ type: 'text', text }] };
  }
}

function callFor(asked: object): string {
  return `find ${JSON.stringify(asked)}`;
}

/** A single chunk that is too long shows its start; its line numbers tell where the rest is. */
function shortened(
  results: SearchAnswer['results'],
  stages: SearchAnswer['stages'],
  offset: number,
): SearchAnswer {
  const most = MOST_CHARACTERS / 4;
  const cut = (text: string) => (text.length > most ? `${text.slice(0, most)}…` : text);
  return {
    stages,
    results: results.map((result, index) =>
      index < offset ? result : { ...result, chunk_with_context: cut(result.chunk_with_context) },
    ),
  };
}
