import type { QuestionTerm, ScoredUnit } from '../../search/engine.js';
import { askedKind, namesKind } from '../../search/passages/asked-kind.js';
import type { CloseReader } from '../../search/passages/close-reader.js';
import { excerptOf } from '../../search/passages/excerpt.js';
import { isQuestion } from '../../search/passages/speakers.js';
import { createTermFinder } from '../../search/passages/term-finder.js';
import { parseQuery } from '../../search/query/parse-query.js';
import { ANSWER, QUOTE } from '../../search/ranking/parameters.js';
import { HEADING, isFieldLine, namesDecision, SEVERAL_FIELDS } from '../../search/text/line-patterns.js';
import { questionPattern } from '../../search/text/question-pattern.js';
import { ANY_SENTENCE_BREAK } from '../../search/text/sentence-breaks.js';
import type { Language } from '../../words/language.js';

/** What may be quoted: the units of what an answer shows. */
export type QuotableUnit = Pick<ScoredUnit, 'first' | 'text' | 'aboveText' | 'score'>;

/** How a question is read. */
export interface QuestionReading {
  /** Compares sentences with it; null where no model reads. */
  read: CloseReader | null;
  /** Its terms, as the search weighed them. */
  weighed: readonly QuestionTerm[];
}

/** The sentence that an answer begins with. */
export interface Quoted<Unit> {
  /** As it is written, without the marks of a list or a heading. */
  quote: string;
  line: number;
  unit: Unit;
}

/** A sentence with what tells how likely it answers. */
interface Candidate<Unit> extends Quoted<Unit> {
  /** Its line as it holds now. */
  whole: string;
  /** 0 where it says something itself, 1 for a heading, 2 for what only leads to something or belongs to it. */
  tier: number;
  above: string;
}

/**
 * The sentence that most likely answers: of the likeliest units, the one that holds most of the question and is nearest to it word by word, gives the
 * time or number that is asked for, and doesn't ask itself. What only names or leads to something (a heading, a field, `For example:`) is quoted where there is nothing else.
 */
export function chooseQuote<Unit extends QuotableUnit>(
  question: string,
  units: readonly Unit[],
  { read, weighed }: QuestionReading,
): Quoted<Unit> | null {
  const { terms } = parseQuery(question);
  const find = createTermFinder(terms);
  const weights = terms.map(({ label, isStopWord }) =>
    isStopWord ? 0 : (weighed.find((term) => term.label === label)?.weight ?? 0),
  );
  const total = weights.reduce((sum, weight) => sum + weight, 0) || 1;
  /** Of the question, by how rare its words are. */
  const heldIn = (text: string) =>
    [...find(text, 0, text.length)].reduce((sum, index) => sum + weights[index]!, 0) / total;
  const kind = askedKind(question);
  // Below a decision is its reason.
  const asks = { when: kind === 'time', why: ASKS_WHY.test(question.toLowerCase()) };
  const all = units.flatMap((unit) => candidatesIn(unit, asks));
  const tier = Math.min(...all.map((each) => each.tier));
  const candidates = all.filter((each) => each.tier === tier);
  const readings = read?.(candidates.map(({ quote, above }) => ({ file: 0, place: 0, above, text: quote })));
  let best: Candidate<Unit> | null = null;
  let most = Number.NEGATIVE_INFINITY;
  for (const [index, candidate] of candidates.entries()) {
    const { quote, unit } = candidate;
    // Without a model that reads closely, the words themselves stand for their meaning.
    const words = readings?.[index]?.words ?? heldIn(quote);
    const worth =
      unit.score +
      QUOTE.words * words +
      QUOTE.held * heldIn(quote) +
      (kind !== null && namesKind(quote, kind) ? QUOTE.sought : 0) -
      (isQuestion(quote) ? QUOTE.asks : 0);
    if (worth <= most) continue;
    most = worth;
    best = candidate;
  }
  if (best === null) return null;
  // Where the sentences beside it say more of what is asked for: `The export fails. Fixed with a lock.`
  const { quote, whole, line, unit } = best;
  const isMore = whole.length <= LONGEST_QUOTE && heldIn(whole) > heldIn(quote);
  const plain = readable(isMore ? whole : quote);
  return { quote: plain.length > LONGEST_QUOTE ? aroundWords(plain) : plain, line, unit };

  function aroundWords(text: string): string {
    const excerpt = excerptOf(text, find, weights, LONGEST_QUOTE - '…  …'.length);
    return excerpt.replaceAll(/\[\d+ characters\] …|… \[\d+ characters\]/g, '…').trim();
  }
}

/**
 * A long unit cut to the line that most likely answers, under the headings it belongs to. A line that only leads to the next one comes with it.
 */
export function likeliestLine(question: string, unit: ScoredUnit, reading: QuestionReading): ScoredUnit {
  const lines = unit.text.split('\n');
  if (lines.length === 1 || unit.text.length <= ANSWER.candidateLength) return unit;
  const chosen = chooseQuote(question, [unit], reading);
  if (chosen === null) return unit;
  const at = chosen.line - unit.first;
  const isLead = HEADING.test(lines[at]!) || LEADS_ON.test(lines[at]!);
  const next = isLead ? lines.findIndex((line, index) => index > at && line.trim() !== '') : -1;
  const end = next === -1 ? at : next;
  const headings = [...lines.keys()].filter((index) => index < at && HEADING.test(lines[index]!));
  const above = headings.map((index) => lines[index]!);
  return {
    ...unit,
    first: chosen.line,
    last: unit.first + end,
    text: lines.slice(at, end + 1).join('\n'),
    above: [...unit.above, ...headings.map((index) => unit.first + index)],
    aboveText: [...(unit.above.length === 0 ? [] : [unit.aboveText]), ...above].join('\n'),
  };
}

const LONGEST_QUOTE = 160;

/** Without the marks of Markdown: of a list, a heading, a callout, of links and emphasis. */
function readable(sentence: string): string {
  return sentence
    .replace(MARKS, '')
    .replaceAll(/!?\[\[(?:[^\]|]*\|)?([^\]|]*)\]\]/g, '$1')
    .replaceAll(/!?\[([^\]]*)\]\([^()\s]*\)/g, '$1')
    .replaceAll(/\*\*|__/g, '')
    .trim();
}

const MARKS = /^\s*(?:>\s*)*(?:(?:#+|[-*+]|\d+[.)])\s+)?(?:\[[ xX]\]\s+)?(?:\[!\w+\][+-]?\s*)?/;
// For small letters: V8 takes three times as long to compile a class of Unicode that ignores case.
const ASKS_WHY = questionPattern((letters) => `(?<![${letters}])(?:why|pourquoi)(?![${letters}])`);

function candidatesIn<Unit extends QuotableUnit>(
  unit: Unit,
  asks: { when: boolean; why: boolean },
): Candidate<Unit>[] {
  const found: Candidate<Unit>[] = [];
  let above = unit.aboveText;
  for (const [index, line] of unit.text.split('\n').entries()) {
    if (HEADING.test(line)) above = `${above}\n${line}`;
    const whole = asItIsNow(line);
    for (const quote of whole.split(ANY_SENTENCE_BREAK)) {
      if (!/[\p{L}\p{N}]/u.test(quote)) continue;
      const tier = says(line, quote, asks) ? 0 : HEADING.test(line) ? 1 : 2;
      found.push({
        quote,
        whole,
        line: unit.first + index,
        unit,
        tier,
        above: HEADING.test(line) ? '' : above,
      });
    }
  }
  return found;
}

/** Whether a sentence of a line says something itself. */
function says(line: string, sentence: string, asks: { when: boolean; why: boolean }): boolean {
  if (HEADING.test(line)) return namesDecision(line) && !asks.why;
  if (TASK_FIELD.test(line)) return asks.when && DEADLINE.test(line);
  return isStatement(line) && !isFieldLine(line) && !LEADS_ON.test(sentence) && !isPointer(sentence);
}

/** Of a change in a changelog (`old line → new line`), what holds since. */
function asItIsNow(line: string): string {
  return line.replace(/^.*\S\s→\s+(?!vault\/)/u, '');
}

/** `For example:`, and a link to a page or a picture alone. */
const LEADS_ON = /:\W*$|^\W*\[{1,2}[^\]]*\]{1,2}(?:\([^)]*\))?\W*$/;

/** `→ vault/bucket/mail.md` leads to a file and says nothing itself. */
function isPointer(line: string): boolean {
  return /^\W*\S+\.\w{2,4}\W*$/.test(line);
}

/**
 * A deadline in words, with what is due: `Due Tuesday 24 November 2026 (Call the plumber)`. Null for what is quoted as it is written.
 */
export function factOf(quote: string, title: string, language: Language): string | null {
  const [, day, time] = DEADLINE.exec(quote) ?? [];
  if (day === undefined || Number.isNaN(Date.parse(day))) return null;
  const form = new Intl.DateTimeFormat(language === 'fr' ? 'fr-FR' : 'en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  const date = form.format(new Date(`${day}T00:00:00Z`)).replace(',', '');
  if (language === 'fr') return `Pour le ${date}${time === undefined ? '' : ` à ${time}`} (${title})`;
  return `Due ${date}${time === undefined ? '' : ` at ${time}`} (${title})`;
}

const DEADLINE = /^(?:deadline|due|échéance)\s*:\s*(\d{4}-\d\d-\d\d)(?: (\d\d:\d\d))?\s*$/i;

/** Neither a heading nor fields (`status: open | prio: high`, `From: Marie`), which belong to what they are about. */
export function isStatement(line: string): boolean {
  return !HEADING.test(line) && !SEVERAL_FIELDS.test(line) && !MAIL_FIELD.test(line);
}

/** A field of the task above it: an answer only to a question about a time. */
const TASK_FIELD = /^(?:status|statut|état|prio[^\s:]*|deadline|due|échéance)\s*:/i;

const MAIL_FIELD = /^\W*(?:From|To|Cc|Sent|De|À|Envoyé)\W*:\W+\S+/u;
