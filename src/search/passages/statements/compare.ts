import { COPULAS, STATE_VERBS } from './link-words.js';
import { isPlain, readStatement, type Statement, type Token, tokensOf } from './statement.js';

/** When something was stated. */
export interface Dated {
  /** The day on which it was stated, `YYYY-MM-DD`; empty where neither its text nor its file says one. */
  day: string;
  /** When its line was written, where the history was asked and knows: decides between two of the same day. */
  written?: string;
  /** When its file had the line at the latest; it may have been stated before. */
  known?: string;
}

/** A sentence of a found passage, where it stands and from when it is. */
export interface DatedSentence extends Dated {
  text: string;
  /** Sentences are compared only within a project, or outside of all. */
  scope: string;
  /** Words of the title above it; empty where it has none of its own. */
  title: ReadonlySet<string>;
  /** Whether `Budget: 12 000 €` is a field in this file, rather than a turn of a chat. */
  isKeyed: boolean;
}

/** How a newer sentence relates to an older one. */
export type Relation =
  /** Both give the same thing a value, and the newer value holds. */
  | { kind: 'superseded'; was: string }
  /** Both have the same form with different ends: both may hold, the newer one first. */
  | { kind: 'earlier' };

/** A sentence that was read, with what finds others like it. */
export interface ReadSentence<Sentence extends DatedSentence> {
  sentence: Sentence;
  statement: Statement | null;
  /** Null where it states nothing. */
  tokens: Token[] | null;
  /** Two sentences that relate share one of these. */
  keys: string[];
}

const LEAST_COMMON = 3;
const MOST_END = 8;
const MOST_SHORT_KEY = 2;

export function readSentence<Sentence extends DatedSentence>(sentence: Sentence): ReadSentence<Sentence> {
  const { text, scope } = sentence;
  const statement = readStatement(text, sentence);
  const all = tokensOf(text);
  const tokens = isPlain(text, all) && hasVerb(all) ? all : null;
  const start = tokens?.slice(0, LEAST_COMMON).map(({ word }) => word);
  const keys = [
    ...(statement === null ? [] : [`${scope}\n= ${statement.key}`]),
    ...(start === undefined ? [] : [`${scope}\n> ${start.join(' ')}`]),
  ];
  return { sentence, statement, tokens, keys };
}

/** Null where the newer sentence is about something else, or says the same. */
export function relate<Sentence extends DatedSentence>(
  newer: ReadSentence<Sentence>,
  older: ReadSentence<Sentence>,
): Relation | null {
  if (newer.sentence.scope !== older.sentence.scope || !isLater(newer.sentence, older.sentence)) return null;
  const [now, then] = [newer.statement, older.statement];
  if (now !== null && then !== null && now.key === then.key) {
    if (now.isPast || !areDifferent(now.value, then.value)) return null;
    return isSameMatter(now.key.split(' '), newer.sentence.title, older.sentence.title)
      ? { kind: 'superseded', was: then.value }
      : null;
  }
  return hasSameForm(newer.tokens ?? [], older.tokens ?? []) ? { kind: 'earlier' } : null;
}

/** A day that only one of them has says nothing about the other. */
export function isLater(newer: Dated, older: Dated): boolean {
  if (newer.day !== older.day) return older.day !== '' && newer.day > older.day;
  const known = older.written ?? older.known;
  return newer.written !== undefined && known !== undefined && newer.written > known;
}

/** Whether two sentences of the same day give the same thing different values: which one holds, their lines' times decide. */
export function areInConflict<Sentence extends DatedSentence>(
  a: ReadSentence<Sentence>,
  b: ReadSentence<Sentence>,
): boolean {
  if (a.sentence.day !== b.sentence.day) return false;
  const at = (read: ReadSentence<Sentence>, written: string) => ({
    ...read,
    sentence: { ...read.sentence, written },
  });
  return [relate(at(a, '1'), at(b, '0')), relate(at(b, '1'), at(a, '0'))].some(
    (relation) => relation?.kind === 'superseded',
  );
}

/** Below two titles that share no word, a short label ("Total") is about two things, unless a title names it. */
function isSameMatter(
  key: readonly string[],
  newer: ReadonlySet<string>,
  older: ReadonlySet<string>,
): boolean {
  if (key.length > MOST_SHORT_KEY || newer.size === 0 || older.size === 0) return true;
  const isIn = (titles: readonly ReadonlySet<string>[], words: Iterable<string>) =>
    [...words].some((word) => titles.some((title) => title.has(word)));
  return isIn([newer], older) || isIn([newer, older], key);
}

/** "14 July" and "14 July 2025" are not. */
function areDifferent(a: string, b: string): boolean {
  const [first, second] = [wordSet(a), wordSet(b)];
  const holds = (all: ReadonlySet<string>, some: ReadonlySet<string>) =>
    [...some].every((word) => all.has(word));
  return !holds(first, second) && !holds(second, first);
}

function wordSet(text: string): Set<string> {
  return new Set(tokensOf(text).map(({ word }) => word));
}

function hasVerb(tokens: readonly Token[]): boolean {
  return tokens.some(({ word }, index) => index > 0 && (COPULAS.has(word) || STATE_VERBS.has(word)));
}

/** The same beginning, with a subject and a verb, and another end. */
function hasSameForm(a: readonly Token[], b: readonly Token[]): boolean {
  let common = 0;
  while (common < a.length && a[common]?.word === b[common]?.word) common++;
  const [least, most] = [a.length - common, b.length - common].sort((one, other) => one - other) as [
    number,
    number,
  ];
  if (common < LEAST_COMMON || least === 0 || most > Math.min(MOST_END, common + 1)) return false;
  return hasVerb(a.slice(0, common));
}
