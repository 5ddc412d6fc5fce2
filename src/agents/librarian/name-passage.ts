import { askedKind } from '../../search/passages/asked-kind.js';
import { excerptOf } from '../../search/passages/excerpt.js';
import { createTermFinder } from '../../search/passages/term-finder.js';
import { parseQuery } from '../../search/query/parse-query.js';
import { dayOf } from '../../search/text/dates.js';
import { HEADING, namesDecision, SEVERAL_FIELDS } from '../../search/text/line-patterns.js';
import { questionPattern } from '../../search/text/question-pattern.js';
import { ANY_SENTENCE_BREAK } from '../../search/text/sentence-breaks.js';
import type { ToolContext } from '../../tools/define-tool.js';
import { readText } from '../../vault/files.js';
import { fieldOf, splitFrontmatter } from '../../vault/frontmatter.js';
import { findHeadings, type Heading } from '../../vault/headings.js';
import { kindOf } from '../../vault/kinds.js';
import { shownLines } from '../../vault/lines.js';
import type { NamedPassage } from './overview.js';
import type { Passage } from './passages.js';

/** What a line of a passage is called: the nearest heading above it that is more than a date, its date, and its place. */
export function namePassage(
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

/** The sentence of a unit that holds most of the question, without the marks of a list or a heading, and its line. */
export function quoteOf(
  unit: { first: number; text: string },
  question: string,
): { quote: string; line: number } {
  const { terms } = parseQuery(question);
  const find = createTermFinder(terms);
  let best = '';
  let bestLine = unit.first;
  let most = -1;
  const lines = unit.text
    .split('\n')
    .map((line, index) => ({ line, number: unit.first + index }))
    .filter(({ line }) => line.trim() !== '');
  const asksWhen = askedKind(question) === 'time';
  // Below a decision stands its reason.
  const asksWhy = ASKS_WHY.test(question.toLowerCase());
  const text = lines.filter(
    ({ line }) =>
      (isStatement(line) && (asksWhen || !TASK_FIELD.test(line))) || (namesDecision(line) && !asksWhy),
  );
  for (const { line, number } of text.length > 0 ? text : lines) {
    const now = asItIsNow(line);
    for (const sentence of now.split(ANY_SENTENCE_BREAK)) {
      if (isPointer(sentence) && lines.length > 1) continue;
      const held = heldIn(sentence);
      if (held <= most) continue;
      most = held;
      // Where the sentences beside it say more of what is asked for: `The export fails. Fixed with a lock.`
      best = now.length <= LONGEST_QUOTE && heldIn(now) > held ? now : sentence;
      bestLine = number;
    }
  }
  const quote = best.replace(/^\s*(?:#+|[-*+]|\d+[.)])\s+(?:\[[ xX]\]\s+)?/, '').trim();
  return { quote: quote.length > LONGEST_QUOTE ? aroundWords(quote) : quote, line: bestLine };

  function heldIn(text: string): number {
    return [...find(text, 0, text.length)].filter((index) => !terms[index]!.isStopWord).length;
  }

  function aroundWords(text: string): string {
    const weights = terms.map(({ isStopWord }) => (isStopWord ? 0 : 1));
    const excerpt = excerptOf(text, find, weights, LONGEST_QUOTE - '…  …'.length);
    return excerpt.replaceAll(/\[\d+ characters\] …|… \[\d+ characters\]/g, '…').trim();
  }
}

const LONGEST_QUOTE = 160;
// For small letters: V8 takes three times as long to compile a class of Unicode that ignores case.
const ASKS_WHY = questionPattern((letters) => `(?<![${letters}])(?:why|pourquoi)(?![${letters}])`);

/** Of a change in a changelog (`old line → new line`), what holds since. */
function asItIsNow(line: string): string {
  return line.replace(/^.*\S\s→\s+(?!vault\/)/u, '');
}

/** `→ vault/bucket/mail.md` leads to a file and says nothing itself. */
function isPointer(line: string): boolean {
  return /^\W*\S+\.\w{2,4}\W*$/.test(line);
}

/** Neither a heading nor fields (`status: open | prio: high`, `From: Marie`), which belong to what they are about. */
function isStatement(line: string): boolean {
  return !HEADING.test(line) && !SEVERAL_FIELDS.test(line) && !MAIL_FIELD.test(line);
}

/** A field of the task above it: an answer only to a question about a time. */
const TASK_FIELD = /^(?:status|statut|état|prio[^\s:]*|deadline|due|échéance)\s*:/i;

const MAIL_FIELD = /^\W*(?:From|To|Cc|Sent|De|À|Envoyé)\W*:\W+\S+/u;

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
  const lines = text.split('\n');
  const index = lines.findIndex((line) => line.trim() !== '' && isStatement(line));
  return first + Math.max(0, index);
}

function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1).trimEnd()}…` : text;
}
