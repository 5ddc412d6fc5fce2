import type { SearchResult, Stage } from '../../search/engine.js';
import { createExcerpts } from '../../search/passages/excerpt.js';
import { parseRanges } from '../../vault/line-ranges.js';
import { message } from '../../words/message.js';
import type { Say } from '../../words/say.js';
import { type Command, type Invocation, UsageError } from '../command.js';
import { withMemory } from '../open-memory.js';
import { bold, dim } from '../paint.js';
import { placeOf } from '../place-of.js';
import { runTool } from '../run-tools.js';
import { SEARCH_OPTIONS, searchOptions } from '../search-options.js';

export const find: Command = {
  summary: 'List matching chunks by score, for a closer look (search answers a question).',
  usage: 'QUERY...',
  arguments: { least: 1, most: Number.POSITIVE_INFINITY },
  options: {
    deep: { value: true, summary: 'also look for the same meaning in other words' },
    ...SEARCH_OPTIONS,
    limit: { value: 'N', summary: 'how many passages to show (default: 10)' },
    context: { value: 'N', summary: 'lines to show above and below (default: 2)' },
    'min-score': { value: 'X', summary: 'the lowest score to show, from 0 to 1' },
    explain: { value: true, summary: 'show why each passage was found' },
  },
  examples: [
    'rappel find "why was the external API dropped"',
    'rappel find "échéance TVA Q3" --scope projects/startup-x/ --from "il y a 30 jours"',
    'rappel find deadline --limit 3 --json',
  ],
  async run(invocation) {
    if (invocation.arguments.every((query) => query.trim() === '')) throw new UsageError('usage.find');
    const input = {
      queries: invocation.arguments,
      mode: invocation.flag('deep') ? ('deep' as const) : ('fast' as const),
      ...searchOptions(invocation),
      min_score: decimal('min-score', invocation.text('min-score')),
      limit: invocation.number('limit'),
      context: invocation.number('context'),
      explain: invocation.flag('explain'),
    };
    if (invocation.flag('json')) {
      await runTool(invocation, 'search', input);
      return;
    }
    await withMemory(invocation, async (memory) => {
      // With a bar: the first search may have a whole vault to index.
      const { results, stages } = await memory.run('tools/search', input, {
        complete: invocation.terminal.showsStatus,
      });
      if (results.length > 0) print(results, stages, invocation);
      else printNothing(stages, invocation);
    });
  },
};

function decimal(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^(?:0|1|0?\.\d+|1\.0+)$/.test(text)) {
    throw new UsageError('usage.option', {
      parameter: `--${option}`,
      given: text,
      expected: message('usage.between', { least: 0, most: 1 }),
    });
  }
  return Number(text);
}

function printNothing(stages: Stage[], invocation: Invocation): void {
  const { terminal } = invocation;
  printReasons(stages, terminal);
  const { say } = terminal;
  terminal.out(
    invocation.flag('deep')
      ? say`Nothing found. Try other words or fewer limits.`
      : say`Nothing found. Try other words, fewer limits, or --deep.`,
  );
}

/** What a stage has to say, each in a line; what did not run in one. */
function printReasons(stages: readonly Stage[], terminal: Invocation['terminal']): void {
  const { say } = terminal;
  const told = stages.flatMap(({ name, ran, reason }) =>
    reason === null ? [] : [{ name, ran, reason: say(reason) }],
  );
  const lines = told.filter(({ ran }) => ran).map(({ name, reason }) => say`${name}: ${reason}`);
  const left = told.filter(({ ran }) => !ran).map(({ name, reason }) => `${name} (${reason})`);
  if (left.length > 0) lines.push(say`not run: ${left.join(', ')}`);
  for (const line of lines) terminal.err(dim(line));
}

function print(results: SearchResult[], stages: Stage[], invocation: Invocation): void {
  const { terminal } = invocation;
  const { say } = terminal;
  const context = invocation.number('context') ?? 2;
  const { vault } = invocation.settings();
  // For a person, a path and a line that an editor opens.
  const openable = ({ path, match_lines }: SearchResult) =>
    terminal.interactive
      ? `${placeOf(path, vault)}:${Number.parseInt(match_lines, 10)}`
      : `${path}:${match_lines}`;
  // For a person, a few rows of a very long line are enough.
  const longest = terminal.interactive ? MOST_ROWS * Math.max(20, terminal.columns) : undefined;
  const excerpt = createExcerpts(invocation.arguments.join(' '), longest);
  printReasons(stages, terminal);
  const blocks = results.map((result) => {
    const waiting = result.waiting ? [say`in the inbox`] : [];
    const place = [result.score.toFixed(2), ...waiting, ...timeOf(result, say), ...result.headings].join(
      ' · ',
    );
    const lines = passageLines(result, context).map(({ text, isMatch }) =>
      isMatch ? excerpt(text) : dim(excerpt(text)),
    );
    const why = result.explain === undefined ? [] : [dim(whyOf(result.explain, say))];
    return [`${bold(openable(result))}  ${dim(place)}`, ...lines, ...why].join('\n');
  });
  terminal.out(blocks.join('\n\n'));
}

/** Which value came before this one, or after it. */
function timeOf({ earlier = [], superseded_by }: SearchResult, say: Say): string[] {
  const [before] = earlier.filter(({ was }) => was !== undefined);
  return [
    ...(before === undefined ? [] : [say`was ${before.was!} until ${before.until}`]),
    ...(superseded_by === undefined ? [] : [say`superseded by ${superseded_by}`]),
  ];
}

const MOST_ROWS = 6;

/** The matching lines and a few around them, out of the numbered lines of the chunk. */
function passageLines(result: SearchResult, context: number): { text: string; isMatch: boolean }[] {
  const ranges = parseRanges(result.match_lines) ?? [];
  const isWithin = (number: number, around: number) =>
    ranges.some(({ first, last }) => number >= first - around && number <= last + around);
  return result.chunk_with_context.split('\n').flatMap((text) => {
    const number = Number.parseInt(text, 10);
    return isWithin(number, context) ? [{ text, isMatch: isWithin(number, 0) }] : [];
  });
}

function whyOf({ terms, stages, ranks }: NonNullable<SearchResult['explain']>, say: Say): string {
  const percent = (shares: Record<string, number>) =>
    Object.entries(shares).map(([name, share]) => `${name} ${Math.round(100 * share)} %`);
  const places = Object.entries(ranks).map(([stage, rank]) => `${stage} #${rank}`);
  return say`why: ${percent(terms).join(', ')}; by stage: ${percent(stages).join(', ')} (${places.join(', ')})`;
}
