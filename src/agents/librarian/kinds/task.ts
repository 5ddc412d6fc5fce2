import { foldEvenly } from '../../../search/text/fold.js';
import { dayIn, type NamedDay } from './day-in.js';
import { withoutOpening } from './opening.js';
import { capitalised, sentencesOf } from './sentences.js';
import { conditionLength, leadIn, OBLIGATIONS, STATED } from './task-lead-ins.js';
import { LIST_MARK, startsWithVerb } from './task-verbs.js';
import { withoutDay } from './without-day.js';

/** True where a text asks for something to be done. */
export function isTask(text: string): boolean {
  const said = withoutOpening(text);
  const folded = foldEvenly(said.trim());
  if (DONE_MARK.test(folded)) return false;
  return (
    leadIn(said).length > 0 ||
    STATED.some((form) => form.test(folded)) ||
    startsWithVerb(said) ||
    conditionLength(said) > 0
  );
}

/** `✅ Scan the receipts`: it is done. */
const DONE_MARK = /^(?:✅|☑️?|✔️?|[-*]?\s*\[x\])/u;

/** True where somebody says in the middle of a text what they must do themselves. */
export function isTaskWithin(text: string): boolean {
  return sentencesOf(text).length === 1 && startWithin(text) > 0;
}

const MOST_LISTED = 20_000;

/** True for a list whose items all ask for something, however many. */
export function isTaskList(text: string): boolean {
  if (text.length > MOST_LISTED) return false;
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const items = lines.filter((line) => LIST_MARK.test(line.trim()));
  return (
    items.length > 1 &&
    items.length >= lines.length - 1 &&
    items.every((item) => isTask(item.trim().replace(LIST_MARK, '')))
  );
}

/** What a text asks to be done, one title each. A list of several in one sentence becomes several. */
export function tasksIn(given: string): string[] {
  const text = isTask(given) ? withoutOpening(given) : given.slice(startWithin(given));
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const first = lines.findIndex((line) => LIST_MARK.test(line));
  if (first !== -1 && lines.filter((line) => LIST_MARK.test(line)).length > 1)
    return withExplanations(lines.slice(first), (line) => LIST_MARK.test(line));
  if (lines.length > 1 && lines.every((line) => isTask(line))) return lines.flatMap(splitSentence);
  return withExplanations(sentencesOf(text), isTask);
}

/** The first part and all that ask for something; what asks for nothing explains the task before it. */
function withExplanations(parts: readonly string[], asks: (part: string) => boolean): string[] {
  const tasks: string[] = [];
  for (const [index, part] of parts.entries())
    if (index === 0 || asks(part)) tasks.push(...splitSentence(part.replace(LIST_MARK, '')));
    else tasks.push(`${tasks.pop()}\n${part}`);
  return tasks;
}

/** What a text names before its tasks, where that is more than an announcement: `Groceries: buy milk`. */
export function labelOf(text: string): string {
  return leadIn(withoutOpening(text)).label ?? '';
}

/** The words above a list of tasks, which may name their project. */
export function headerOf(text: string): string {
  const [first = ''] = text.trim().split(/\n|\s(?=1[.)]\s)/);
  return LIST_MARK.test(first) ? '' : first;
}

/** When a task is due: any day where one is named as a limit or relative to today, else none. */
export function dueDay(title: string, today: string): NamedDay | null {
  const named = dayIn(title, today);
  if (named === null || named.day < today) return null;
  return named.isRelative ||
    named.isLimit ||
    /(?:\b(?:on|le|due|for the)\s+)\S/i.test(title.slice(named.start, named.end))
    ? named
    : null;
}

/** What a task is called: without the words of its day, which its deadline says. */
export function titleWithout(due: NamedDay | null, title: string): string {
  return due?.isRelative ? withoutDay(title, due) : title;
}

/** Where the first part of a sentence begins that says what somebody must do; 0 where none does. */
function startWithin(text: string): number {
  const folded = foldEvenly(text);
  for (const { 0: separator, index } of folded.matchAll(/[,;:–—]\s+(?:(?:and|et|so|donc|but|mais)\s+)?/gu)) {
    const at = index + separator.length;
    if (OBLIGATIONS.some((form) => form.test(folded.slice(at)))) return at;
  }
  return 0;
}

/** One title per task in a sentence: each starts with a verb, and the words before it say what to do. */
function splitSentence(sentence: string): string[] {
  const start = sentence.trim().replace(LIST_MARK, '');
  const { length, when } = leadIn(start);
  const text = start.slice(length).replace(/\.$/, '');
  const parts: string[] = [];
  let from = 0;
  const condition = conditionLength(text);
  for (const { 0: separator, index } of text.matchAll(SEPARATOR)) {
    if (index < condition) continue;
    const next = index + separator.length;
    if (!startsWithVerb(text.slice(next)) || !/\S\s+\S/.test(text.slice(from, index))) continue;
    parts.push(text.slice(from, index));
    from = next;
  }
  return [...parts, text.slice(from)].map((part) => {
    const title = capitalised(part.replace(LIST_MARK, ''));
    return when === '' ? title : `${title} ${when}`;
  });
}

const SEPARATOR =
  /\s+(?=\d{1,2}[.)]\s)|\s+[+&/]\s+|[;,]\s+(?:(?:and|et|then|puis)\s+)?|\s+(?:and then|and|et|puis|then)\s+/giu;
