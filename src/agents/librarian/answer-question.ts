import type { ScoredUnit, Stage } from '../../search/engine.js';
import { createCloseReader, createWordWeigher } from '../../search/passages/close-reader.js';
import { confidenceIn, type FoundUnits, verdictOf } from '../../search/passages/confidence.js';
import { ANSWER, VERDICT } from '../../search/ranking/parameters.js';
import { concat } from '../../tools/concat.js';
import type { ToolContext } from '../../tools/define-tool.js';
import { resolveScopes } from '../../tools/named-scopes.js';
import { type Citation, type Quotation, showQuotation } from '../../vault/citation.js';
import { formatRanges } from '../../vault/line-ranges.js';
import type { Language } from '../../words/language.js';
import { type Answer, MAX_TOKENS, NO_USAGE, type Question, type RunOptions } from '../answer.js';
import { foldLongLines } from '../fold-long-lines.js';
import { questionLanguage } from '../language.js';
import { traced } from '../trace.js';
import { asksForOrder } from './breadth.js';
import { missingWords } from './missing-words.js';
import { namePassage } from './name-passage.js';
import { eventOf, orient } from './orientation/orient.js';
import {
  type ModelState,
  missingScope,
  modelLine,
  OVERVIEW_TOKENS,
  type OverviewFacts,
  RULE,
  writeOverview,
} from './overview.js';
import { chooseCandidates, choosePassages, type Passage } from './passages.js';
import { chooseQuote, factOf, likeliestLine, type QuestionReading, type Quoted } from './quote.js';

/** Of 40, those behind the first 24 changed no figure (docs/figures.md); 14 lost .03 of the evidence of obsidian-help. */
const CANDIDATES = 24;

/** How long the passages of an answer may be at most. */
export function passageBudget({ max_tokens }: Pick<Question, 'max_tokens'>): number {
  return Math.max(0, (max_tokens ?? MAX_TOKENS) - OVERVIEW_TOKENS);
}

/**
 * Answers without a model: deep search, the best passages, a generated overview. Deterministic: the same
 * vault and question give the same bytes.
 */
export async function answerByRule(
  context: ToolContext,
  asked: Question,
  options: RunOptions = {},
  fallback: Language = 'en',
  model: ModelState = 'none',
): Promise<Answer> {
  const { question } = asked;
  const { onEvent = () => {} } = options;
  const language = questionLanguage(question, fallback);
  const { scopes, stage, missing: unknown } = resolveScopes(context.vault, asked.scopes);
  const oriented = orient(context, { ...asked, scopes }, language, passageBudget(asked));
  if (oriented !== null) {
    const { kind } = oriented;
    const overview = [...oriented.overview, modelLine(model, language)].join('\n');
    const quoted = await quote(context, oriented.files, '1', onEvent);
    const document = documentOf(overview, foldLongLines(quoted, question));
    const stages = [{ name: 'orientation', ran: true, reason: kind }];
    const worth: Worth = oriented.isAnswered
      ? { verdict: 'answers', confidence: 1 }
      : { verdict: 'may_answer', confidence: 0.5 };
    return answered({ ...document, ...worth, stages });
  }
  const weightOf = await createWordWeigher();
  const event = eventOf(context.vault, asked);
  const wording = event === null ? question : `${question} (${event.dated})`;
  const found = await assemble(context, { ...asked, question: wording, scopes }, options);
  const stages = stage === null ? found.stages : [stage, ...found.stages];
  const places = scopes?.map((scope) =>
    unknown.has(scope) ? missingScope(scope, unknown.get(scope)!, language) : scope,
  );
  const { verdict, confidence, isBrief } = found;
  const facts = factsOf(context, question, found, language);
  const documentWith = (files: Quotation[]) => {
    const notFound =
      files.length === 0 ? [] : missingWords(question, files.map(showQuotation).join('\n'), weightOf);
    const isWalled = context.vault.behind !== undefined;
    return documentOf(
      writeOverview({ ...facts, notFound, scopes: places ?? null, isWalled, model }, language),
      files,
    );
  };
  const files =
    verdict === 'nothing'
      ? []
      : foldLongLines(found.files, question, isBrief ? ANSWER.candidateLength : undefined);
  let document = documentWith(files);
  while (isBrief && document.text.length > 4 * ANSWER.unsureTokens && document.files.length > 1)
    document = documentWith(document.files.slice(0, -1));
  return answered({ ...document, verdict, confidence, stages });

  function answered(answer: Omit<Answer, 'usage'>): Answer {
    onEvent({ type: 'text', text: answer.overview });
    onEvent({ type: 'done' });
    return { ...answer, usage: NO_USAGE };
  }
}

type Worth = Pick<Answer, 'verdict' | 'confidence'>;

type PassageUnit = ScoredUnit & { path: string; passage: Passage };

function unitsOf(passages: readonly Passage[]): PassageUnit[] {
  return passages.flatMap((passage) =>
    passage.units.map((unit) => ({ ...unit, path: passage.path, passage })),
  );
}

function factsOf(
  context: ToolContext,
  question: string,
  { passages, reading, verdict }: Assembled,
  language: Language,
): Omit<OverviewFacts, 'notFound' | 'scopes' | 'isWalled' | 'model'> {
  const quoted = newestOf(chooseQuote(question, unitsOf(passages), reading), question, passages, reading);
  const named = quoted && namePassage(context, quoted.unit.passage, quoted.line);
  return {
    question: oneLine(question),
    verdict,
    best: quoted &&
      named && { ...named, quote: quoted.quote, fact: factOf(quoted.quote, named.title, language) },
    earlier: quoted?.unit.earlier ?? [],
  };
}

/** The newest statement of what is quoted, where the passages show it. */
function newestOf(
  quoted: Quoted<PassageUnit> | null,
  question: string,
  passages: readonly Passage[],
  reading: QuestionReading,
): Quoted<PassageUnit> | null {
  const newer = unitsOf(passages).filter((unit) => isAt(quoted?.unit.followed_by, unit.path, unit));
  return newer.length === 0
    ? quoted
    : newestOf(chooseQuote(question, newer, reading), question, passages, reading);
}

function isAt(place: string | undefined, path: string, { first, last }: ScoredUnit): boolean {
  const line = place?.startsWith(`${path}:`) ? Number(place.slice(path.length + 1)) : 0;
  return first <= line && line <= last;
}

/** An answer with its document: overview, horizontal rule, quotations; without any, the overview alone. */
export function documentOf(
  overview: string,
  files: Quotation[],
): Pick<Answer, 'text' | 'overview' | 'files'> {
  const shown = files.map(showQuotation).join('\n\n');
  return { text: shown === '' ? overview : `${overview}${RULE}${shown}`, overview, files };
}

const MOST_ATTEMPTS = 3;

interface Assembled {
  passages: Passage[];
  /** The passages as they are in their files, if there is room for them. */
  files: Answer['files'];
  stages: Stage[];
  /** What the passages are worth. */
  verdict: Answer['verdict'];
  confidence: number;
  /** True where a line of each of a few candidates is shown, because none is sure to answer. */
  isBrief: boolean;
  reading: QuestionReading;
}

/** The passages that answer a question. If a file changes between search and reading, searches again. */
export async function assemble(
  context: ToolContext,
  asked: Question,
  { signal, onEvent = () => {}, trace }: RunOptions = {},
): Promise<Assembled> {
  const { question, scopes = null, date_from = null, date_to = null, asked_on = null } = asked;
  const engine = traced(await context.engine(), trace);
  const read = await createCloseReader(question);
  const request = { queries: [question], mode: 'deep' as const, scopes };
  for (let attempt = 1; ; attempt++) {
    const [searching, quoting] = [`${2 * attempt - 1}`, `${2 * attempt}`];
    onEvent({ type: 'tool-call', id: searching, tool: 'search', input: request });
    const {
      results,
      stages,
      terms = [],
    } = await engine.search({
      ...request,
      date_from,
      date_to,
      asked_on,
      limit: CANDIDATES,
      context: 0,
      units: true,
      expand: asked.model !== 'none',
      ...(signal && { signal }),
    });
    onEvent({
      type: 'tool-result',
      id: searching,
      tool: 'search',
      ok: true,
      text: `${results.length} chunks`,
    });
    const reading = { read, weighed: terms };
    const worth = judge(question, { results, terms }, engine.status().chunks < VERDICT.small);
    const isBrief = worth.verdict !== 'answers' && asked.max_tokens == null;
    const choice = isBrief
      ? chooseCandidates(
          results,
          (unit) => likeliestLine(question, unit, reading),
          ANSWER.unsureTokens - ANSWER.unsureOverview,
        )
      : choosePassages(results, question, roomFor(asked));
    const hasRoom = choice.passages.length > 0;
    // What answers is named even if there is no room to show it.
    const named = hasRoom ? choice : choosePassages(results, question, MAX_TOKENS);
    if (trace !== undefined) trace.choice = named;
    const passages = asksForOrder(question) ? oldestFirst(context, named.passages) : named.passages;
    const shown = hasRoom ? passages : [];
    const wanted = shown.map(({ path, ranges }) => ({ path, lines: formatRanges(ranges) }));
    const files = await quote(context, wanted, quoting, onEvent);
    if (attempt === MOST_ATTEMPTS || holdsAll(files, shown))
      return { passages, files, stages, ...(passages.length > 0 ? worth : NOTHING), isBrief, reading };
  }
}

/** An answer that is sure shows what answers; who asks for more gets it. */
function roomFor(asked: Question): number {
  return asked.max_tokens == null ? ANSWER.tokens - OVERVIEW_TOKENS : passageBudget(asked);
}

const NOTHING = { verdict: 'nothing', confidence: 0 } as const;

/** What was found is worth. */
function judge(
  question: string,
  found: FoundUnits,
  isSmall: boolean,
): { verdict: Answer['verdict']; confidence: number } {
  const confidence = Math.round(confidenceIn(question, found) * 1_000) / 1_000;
  return { verdict: verdictOf(confidence, { isSmall }), confidence };
}

async function quote(
  context: ToolContext,
  files: readonly Pick<Citation, 'path' | 'lines'>[],
  id: string,
  onEvent: NonNullable<RunOptions['onEvent']>,
): Promise<Quotation[]> {
  if (files.length === 0) return [];
  onEvent({ type: 'tool-call', id, tool: 'concat', input: { files } });
  const { quotations = [] } = await concat.run({ files: [...files] }, context);
  onEvent({ type: 'tool-result', id, tool: 'concat', ok: true, text: `${files.length} blocks` });
  return quotations;
}

/** Whether the lines read are the lines found. */
function holdsAll(quotations: readonly Quotation[], passages: readonly Passage[]): boolean {
  return passages.every(({ units }, index) => {
    const parts = quotations[index]?.parts ?? [];
    const lines = new Map(
      parts.flatMap(({ firstLine, text }) => text.split('\n').map((line, at) => [firstLine + at, line])),
    );
    return units.every(({ text, first }) =>
      text.split('\n').every((line, at) => lines.get(first + at) === line),
    );
  });
}

/** Those without a date stay last. */
function oldestFirst(context: ToolContext, passages: readonly Passage[]): Passage[] {
  const dates = new Map(passages.map((passage) => [passage, namePassage(context, passage).date ?? '9999']));
  return passages.toSorted((a, b) => dates.get(a)!.localeCompare(dates.get(b)!));
}

function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > 160 ? `${line.slice(0, 157)}…` : line;
}
