import type { EarlierStatement, ScoredUnit, Stage } from '../../search/engine.js';
import { createCloseReader, createWordWeigher } from '../../search/passages/close-reader.js';
import { confidenceIn, type FoundUnits, type Verdict, verdictOf } from '../../search/passages/confidence.js';
import { ANSWER, VERDICT } from '../../search/ranking/parameters.js';
import { dayOf } from '../../search/text/dates.js';
import { concat } from '../../tools/concat.js';
import type { ToolContext } from '../../tools/define-tool.js';
import { resolveScopes } from '../../tools/named-scopes.js';
import { type Citation, type Quotation, showQuotation } from '../../vault/citation.js';
import { readText } from '../../vault/files.js';
import { fieldOf, splitFrontmatter } from '../../vault/frontmatter.js';
import { findHeadings, type Heading } from '../../vault/headings.js';
import { kindOf } from '../../vault/kinds.js';
import { formatRanges } from '../../vault/line-ranges.js';
import { shownLines } from '../../vault/lines.js';
import type { Language } from '../../words/language.js';
import { type Answer, MAX_TOKENS, NO_USAGE, type Question, type RunOptions } from '../answer.js';
import { foldLongLines } from '../fold-long-lines.js';
import { questionLanguage } from '../language.js';
import { traced } from '../trace.js';
import { asksForOrder } from './breadth.js';
import { missingWords } from './missing-words.js';
import { eventOf, orient } from './orientation/orient.js';
import { chooseCandidates, choosePassages, type Passage } from './passages.js';
import {
  chooseQuote,
  factOf,
  isStatement,
  likeliestLine,
  type QuestionReading,
  type Quoted,
} from './quote.js';

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

/** What a line of a passage is called: the nearest heading above it that is more than a date, its date, and its place. */
function namePassage(
  { vault }: ToolContext,
  passage: Passage,
  line = firstText(passage.units[0]!),
): NamedPassage {
  const at = vault.resolve(passage.path);
  const text = at.kind === 'file' ? readText(at) : '';
  const headings = headingsAbove(text, line);
  const title = headings.findLast((heading) => heading !== '' && !isDate(heading)) ?? nameOf(passage.path);
  const dated = headings.map(dayOf).findLast((day) => day !== null);
  return {
    title: cut(title, 60),
    date: dated ?? updated(),
    place: `${passage.path}:${line}`,
  };

  function updated(): string | null {
    // A date in a list of tasks is the day of another task.
    if (kindOf(at.path) === 'tasks') return null;
    return fieldOf(splitFrontmatter(text).yaml, 'updated')?.slice(0, 10) ?? null;
  }
}

/** Those that enclose a line, outermost first; its own, where it is one. */
function headingsAbove(text: string, line: number): string[] {
  const above: Heading[] = [];
  for (const heading of findHeadings(shownLines(text))) {
    if (heading.line > line) break;
    while (above.length > 0 && above.at(-1)!.level >= heading.level) above.pop();
    above.push(heading);
  }
  return above.map((heading) => heading.text.trim());
}

function isDate(heading: string): boolean {
  return dayOf(heading) !== null && heading.replaceAll(/[^\p{L}]/gu, '').length <= MOST_LETTERS_OF_DATE;
}

/** `Wednesday September pm on`: a heading with more letters than that says something. */
const MOST_LETTERS_OF_DATE = 24;

/** `vault/projects/startup-x/state.md`: startup-x, state. What waits in the inbox has names of our own. */
function nameOf(path: string): string {
  const parts = path.replace(/\.\w+$/, '').split('/');
  if (parts[1] === 'inbox') return 'inbox';
  return parts[1] === 'projects' && parts.length > 3 ? `${parts[2]}, ${parts.at(-1)}` : parts.at(-1)!;
}

/** The first line of a unit that says something itself. */
function firstText({ first, text }: { first: number; text: string }): number {
  const index = text.split('\n').findIndex((line) => line.trim() !== '' && isStatement(line));
  return first + Math.max(0, index);
}

function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1).trimEnd()}…` : text;
}

/** Why no model wrote the overview: there is none, it failed, or it is still working. */
type ModelState = 'none' | 'failed' | 'pending';

/** A passage as the overview names it. */
interface NamedPassage {
  /** Its heading, or the name of its file. */
  title: string;
  date: string | null;
  /** `vault/projects/x/state.md:14` */
  place: string;
}

interface OverviewFacts {
  question: string;
  verdict: Verdict;
  /** The sentence that answers best or a fact in words, and where it is from; null where nothing was found at all. */
  best: (NamedPassage & { quote: string; fact: string | null }) | null;
  /** What was stated before about the same thing, where the line that answers says otherwise. */
  earlier: readonly EarlierStatement[];
  /** Words that carry the question and occur in no passage. */
  notFound: readonly string[];
  /** The folders searched; null for the whole vault. */
  scopes: readonly string[] | null;
  /** The caller may see only some of the files. */
  isWalled: boolean;
  model: ModelState;
}

/** About what the overview and the rule below it take of the room of an answer. */
const OVERVIEW_TOKENS = 150;

/** Between the overview and the passages. */
const RULE = '\n\n---\n\n';

/** Two to five lines of orientation, the line that answers first; the last one says that no model wrote them. */
function writeOverview(facts: OverviewFacts, language: Language): string {
  const say = language === 'fr' ? FRENCH : ENGLISH;
  const { verdict, best, question, scopes } = facts;
  const lines: string[] = [];
  if (verdict === 'nothing' || best === null) {
    const everywhere = facts.isWalled ? say.behindWall : say.wholeVault;
    lines.push(say.nothing(question, scopes?.join(', ') ?? everywhere));
    if (best !== null) lines.push(say.nearest(named(best)));
  } else {
    lines.push(say[verdict](best.fact ?? say.quoted(best.quote), placeOf(best)));
    for (const { was, until, text, place } of facts.earlier.slice(0, MOST_EARLIER))
      lines.push(was === undefined ? say.earlier(text, place) : say.was(was, until, place));
    if (facts.notFound.length > 0) lines.push(say.notFound(facts.notFound.join(', ')));
  }
  return [...lines, say.model[facts.model]].join('\n');
}

function named({ title, date, place }: NamedPassage): string {
  return `${[title, date].filter(Boolean).join(', ')} (${place})`;
}

/** The place of a passage, behind its quote. The title is left out if the quote contains it. */
function placeOf({ quote, fact, title, date, place }: NonNullable<OverviewFacts['best']>): string {
  const names = [(fact ?? quote).includes(title.replace(/…$/, '')) ? null : title, date].filter(Boolean);
  return names.length === 0 ? `(${place})` : `— ${names.join(', ')} (${place})`;
}

/** A scope that matches nothing, as the overview names it, with the nearest folder. */
function missingScope(scope: string, nearest: string | null, language: Language): string {
  return (language === 'fr' ? FRENCH : ENGLISH).missingScope(scope, nearest ?? '—');
}

/** The last line of every overview that no model wrote. */
function modelLine(model: ModelState, language: Language): string {
  return (language === 'fr' ? FRENCH : ENGLISH).model[model];
}

const MOST_EARLIER = 1;

const ENGLISH = {
  wholeVault: 'the whole vault',
  behindWall: 'the part of the vault that is open here',
  missingScope: (scope: string, nearest: string) => `${scope} (not found; the nearest is ${nearest})`,
  answers: (said: string, where: string) => `Found: ${said} ${where}.`,
  may_answer: (said: string, where: string) => `Not sure, but this may answer: ${said} ${where}.`,
  quoted: (quote: string) => `“${quote}”`,
  was: (value: string, until: string, place: string) => `It was ${value} until ${until} (${place}).`,
  earlier: (text: string, place: string) => `Earlier: “${text}” (${place}).`,
  notFound: (words: string) => `These passages do not mention: ${words}.`,
  nothing: (question: string, where: string) => `Nothing in ${where} answers “${question}”.`,
  nearest: (where: string) => `The nearest is ${where}.`,
  model: {
    none: 'No model connected: passages only.',
    failed: 'The model did not answer: passages only.',
    pending: 'The model is still working: passages so far.',
  },
};

const FRENCH: typeof ENGLISH = {
  wholeVault: 'tout le vault',
  behindWall: 'la partie du vault ouverte ici',
  missingScope: (scope, nearest) => `${scope} (introuvable ; le plus proche est ${nearest})`,
  answers: (said, where) => `Trouvé : ${said} ${where}.`,
  may_answer: (said, where) => `Sans certitude, ceci répond peut-être : ${said} ${where}.`,
  quoted: (quote) => `« ${quote} »`,
  was: (value, until, place) => `Avant le ${until} : ${value} (${place}).`,
  earlier: (text, place) => `Plus tôt : « ${text} » (${place}).`,
  notFound: (words) => `Ces passages ne mentionnent pas : ${words}.`,
  nothing: (question, where) => `Rien dans ${where} ne répond à « ${question} ».`,
  nearest: (where) => `Le plus proche : ${where}.`,
  model: {
    none: 'Aucun modèle connecté : passages uniquement.',
    failed: 'Le modèle n’a pas répondu : passages uniquement.',
    pending: 'Le modèle travaille encore : premiers passages.',
  },
};
