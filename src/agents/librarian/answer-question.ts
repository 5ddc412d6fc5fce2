import type { SearchRequest } from '../../search/engine.js';
import { parseQuery } from '../../search/query/parse-query.js';
import { wordsOf } from '../../search/text/words.js';
import { concat } from '../../tools/concat.js';
import type { ToolContext } from '../../tools/define-tool.js';
import { readText } from '../../vault/files.js';
import { fieldOf, splitFrontmatter } from '../../vault/frontmatter.js';
import type { Language } from '../../vault/starter.js';
import { type Answer, NO_USAGE, type Question, type RunOptions } from '../answer.js';
import { languageOf } from '../language.js';
import { type ModelState, writeOverview } from './overview.js';
import { choosePassages, type Passage } from './passages.js';

/** How many tokens of the assistant's context window an answer may use. */
const BUDGET_TOKENS = 6_000;
const CANDIDATES = 20;

/**
 * Answers without a model: deep search, the best passages, a generated overview. Deterministic: the same
 * vault and question give the same bytes.
 */
export async function answerByRule(
  context: ToolContext,
  { question, scopes = null, date_from = null, date_to = null, asked_on = null }: Question,
  { onEvent = () => {}, signal }: RunOptions = {},
  fallback: Language = 'en',
  model: ModelState = 'none',
): Promise<Answer> {
  const request = { queries: [question], mode: 'deep' as const, scopes, date_from, date_to, asked_on };
  const { passages, files, blocks, stages } = await gather(context, request, onEvent, signal);
  const language = languageOf(question, fallback);
  const dated = passages.map((passage) => ({ ...passage, date: dateOf(context, passage) }));
  const overview = writeOverview(
    { question: oneLine(question), passages: dated, notFound: missing(question, blocks), scopes, model },
    language,
  );
  onEvent({ type: 'text', text: overview });
  onEvent({ type: 'done' });
  return { text: joined(overview, blocks), overview, files, stages, usage: NO_USAGE };
}

/** The document of every answer: overview, horizontal rule, blocks; without blocks, the overview alone. */
export function joined(overview: string, blocks: string): string {
  return blocks === '' ? overview : `${overview}\n\n---\n\n${blocks}`;
}

const MOST_ATTEMPTS = 3;

/** Searches, then reads. If a file changed in between and the lines no longer match, searches again. */
async function gather(
  context: ToolContext,
  request: SearchRequest,
  onEvent: NonNullable<RunOptions['onEvent']>,
  signal: AbortSignal | undefined,
) {
  const engine = await context.engine();
  const { queries, mode, scopes } = request;
  for (let attempt = 1; ; attempt++) {
    const [search, read] = [`${2 * attempt - 1}`, `${2 * attempt}`];
    onEvent({ type: 'tool-call', id: search, tool: 'search', input: { queries, mode, scopes } });
    const { results, stages } = await engine.search({
      ...request,
      limit: CANDIDATES,
      context: 0,
      ...(signal && { signal }),
    });
    onEvent({ type: 'tool-result', id: search, tool: 'search', ok: true, text: `${results.length} chunks` });
    const passages = choosePassages(results, BUDGET_TOKENS);
    const files = passages.map(({ path, first, last, wholeFile }) => ({
      path,
      lines: wholeFile ? null : `${first}-${last}`,
    }));
    const blocks = await blocksOf(context, files, read, onEvent);
    if (attempt === MOST_ATTEMPTS || holdsAll(blocks, passages)) return { passages, files, blocks, stages };
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

/** Whether the lines read are the lines found; a whole file always is. */
function holdsAll(blocks: string, passages: readonly Passage[]): boolean {
  const evenly = (text: string) => text.replaceAll(/^(\d+) +\|/gm, '$1 |');
  const read = evenly(blocks);
  return passages.every(
    ({ wholeFile, quotes }) => wholeFile || quotes.every((quote) => read.includes(evenly(quote))),
  );
}

/** The date of a changelog entry, otherwise the file's last change. */
function dateOf({ vault }: ToolContext, { path, headings }: Passage): string | null {
  const day = headings.find((heading) => /^\d{4}-\d\d-\d\d/.test(heading));
  if (day !== undefined) return day.slice(0, 10);
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
