import type { Stage } from '../../search/engine.js';
import { parseQuery } from '../../search/query/parse-query.js';
import { dayOf } from '../../search/text/dates.js';
import { wordsOf } from '../../search/text/words.js';
import { concat } from '../../tools/concat.js';
import type { ToolContext } from '../../tools/define-tool.js';
import { resolveScopes } from '../../tools/named-scopes.js';
import { readText } from '../../vault/files.js';
import { fieldOf, splitFrontmatter } from '../../vault/frontmatter.js';
import { formatRanges } from '../../vault/line-ranges.js';
import type { Language } from '../../vault/starter.js';
import { type Answer, MAX_TOKENS, NO_USAGE, type Question, type RunOptions } from '../answer.js';
import { languageOf } from '../language.js';
import { asksForOrder } from './breadth.js';
import { eventOf, orient } from './orientation/orient.js';
import { type ModelState, missingScope, modelLine, writeOverview } from './overview.js';
import { choosePassages, type Passage } from './passages.js';

const CANDIDATES = 40;
/** Kept for the overview. */
const OVERVIEW_TOKENS = 150;

/** How long the passages of an answer may be. */
export function passageTokens({ max_tokens }: Pick<Question, 'max_tokens'>): number {
  return Math.max(0, (max_tokens ?? MAX_TOKENS) - OVERVIEW_TOKENS);
}

/**
 * Answers without a model: deep search, the best passages, a generated overview. Deterministic: the same
 * vault and question give the same bytes.
 */
export async function answerByRule(
  context: ToolContext,
  asked: Question,
  { onEvent = () => {}, signal }: RunOptions = {},
  fallback: Language = 'en',
  model: ModelState = 'none',
): Promise<Answer> {
  const { question } = asked;
  const language = languageOf(question, fallback);
  const { scopes, stage, missing: unknown } = resolveScopes(context.vault, asked.scopes);
  const oriented = orient(context, { ...asked, scopes }, language, passageTokens(asked));
  if (oriented !== null) {
    const { kind, files } = oriented;
    const overview = [...oriented.overview, modelLine(model, language)].join('\n');
    const text = joined(overview, await blocksOf(context, files, '1', onEvent));
    return answered({ text, overview, files, stages: [{ name: 'orientation', ran: true, reason: kind }] });
  }
  const event = eventOf(context.vault, asked);
  const wording = event === null ? question : `${question} (${event.dated})`;
  const found = await assemble(context, { ...asked, question: wording, scopes }, signal, onEvent);
  const { passages, files, text: blocks } = found;
  const stages = stage === null ? found.stages : [stage, ...found.stages];
  const places = scopes?.map((scope) =>
    unknown.has(scope) ? missingScope(scope, unknown.get(scope)!, language) : scope,
  );
  const dated = passages.map((passage) => ({ ...passage, date: dateOf(context, passage) }));
  const overview = writeOverview(
    {
      question: oneLine(question),
      passages: dated,
      notFound: missing(question, blocks),
      scopes: places ?? null,
      model,
    },
    language,
  );
  return answered({ text: joined(overview, blocks), overview, files, stages });

  function answered(answer: Omit<Answer, 'usage'>): Answer {
    onEvent({ type: 'text', text: answer.overview });
    onEvent({ type: 'done' });
    return { ...answer, usage: NO_USAGE };
  }
}

/** The document of every answer: overview, horizontal rule, blocks; without blocks, the overview alone. */
export function joined(overview: string, blocks: string): string {
  return blocks === '' ? overview : `${overview}\n\n---\n\n${blocks}`;
}

const MOST_ATTEMPTS = 3;

/** The passages that answer a question. If a file changes between search and reading, searches again. */
export async function assemble(
  context: ToolContext,
  asked: Question,
  signal?: AbortSignal,
  onEvent: NonNullable<RunOptions['onEvent']> = () => {},
): Promise<{ passages: Passage[]; files: Answer['files']; text: string; stages: Stage[] }> {
  const { question, scopes = null, date_from = null, date_to = null, asked_on = null } = asked;
  const engine = await context.engine();
  const request = { queries: [question], mode: 'deep' as const, scopes };
  for (let attempt = 1; ; attempt++) {
    const [search, read] = [`${2 * attempt - 1}`, `${2 * attempt}`];
    onEvent({ type: 'tool-call', id: search, tool: 'search', input: request });
    const { results, stages } = await engine.search({
      ...request,
      date_from,
      date_to,
      asked_on,
      limit: CANDIDATES,
      context: 0,
      units: true,
      ...(signal && { signal }),
    });
    onEvent({ type: 'tool-result', id: search, tool: 'search', ok: true, text: `${results.length} chunks` });
    const chosen = choosePassages(results, question, passageTokens(asked));
    const passages = asksForOrder(question) ? oldestFirst(context, chosen) : chosen;
    const files = passages.map(({ path, ranges }) => ({ path, lines: formatRanges(ranges) }));
    const text = await blocksOf(context, files, read, onEvent);
    if (attempt === MOST_ATTEMPTS || holdsAll(text, passages)) return { passages, files, text, stages };
  }
}

async function blocksOf(
  context: ToolContext,
  files: Answer['files'],
  id: string,
  onEvent: NonNullable<RunOptions['onEvent']>,
): Promise<string> {
  if (files.length === 0) return '';
  onEvent({ type: 'tool-call', id, tool: 'concat', input: { files } });
  const { text } = await concat.call({ files }, context);
  onEvent({ type: 'tool-result', id, tool: 'concat', ok: true, text: `${files.length} blocks` });
  return text;
}

/** Whether the lines read are the lines found. */
function holdsAll(blocks: string, passages: readonly Passage[]): boolean {
  const evenly = (text: string) => text.replaceAll(/^(\d+) +\|/gm, '$1 |');
  const read = evenly(blocks);
  return passages.every(({ quotes }) => quotes.every((quote) => read.includes(evenly(quote))));
}

/** Those without a date stay last. */
function oldestFirst(context: ToolContext, passages: readonly Passage[]): Passage[] {
  const dates = new Map(passages.map((passage) => [passage, dateOf(context, passage) ?? '9999']));
  return passages.toSorted((a, b) => dates.get(a)!.localeCompare(dates.get(b)!));
}

/** The date in a heading, of a changelog day for example; otherwise that of the file's last change. */
function dateOf({ vault }: ToolContext, { path, headings }: Passage): string | null {
  for (const heading of headings) {
    const day = dayOf(heading);
    if (day !== null) return day;
  }
  const place = vault.resolve(path);
  if (place.kind !== 'file') return null;
  return fieldOf(splitFrontmatter(readText(place)).yaml, 'updated')?.slice(0, 10) ?? null;
}

/** The significant words of the question that occur in no block, in any form. */
function missing(question: string, blocks: string): string[] {
  if (blocks === '') return [];
  const present = new Set(wordsOf(blocks).flatMap(({ folded, fr, en }) => [folded, fr.text, en.text]));
  const wanted = parseQuery(question).terms.filter(({ isStopWord }) => !isStopWord);
  return wanted.filter(({ keys }) => !keys.some(({ text }) => present.has(text))).map(({ label }) => label);
}

function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > 160 ? `${line.slice(0, 157)}…` : line;
}
