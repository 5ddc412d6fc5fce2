import type { Span } from '../calendar.js';
import { once } from '../once.js';

export type Precision = 'day' | 'week' | 'month' | 'quarter' | 'season' | 'year';

export interface TimeContext {
  /** `YYYY-MM-DD` */
  today: string;
  /** Which `March` or `Tuesday` is meant first: the last one (reports, questions) or the next (tasks, appointments). */
  towards: 'past' | 'future';
}

/** A day, a week, a month that words name, in a line of plain words (`plainOf`). */
export interface Point {
  start: number;
  end: number;
  /** What it may mean: the likeliest first, or in the order of time where it is one of `every` week. */
  spans: Span[];
  precision: Precision;
  isRelative: boolean;
  /** Where the week, the month or the year is left out: which one is meant depends on what the text is about. */
  every?: 'week' | 'month' | 'year' | undefined;
  /** True for words that are a time only after one like `in`: names, verbs and numbers are spelled like months and years. */
  needsLead?: boolean;
  /** True for a day that comes back: `le jeudi`, `every Monday`. */
  repeats?: boolean;
  /** True for a day that was counted or is a part of more: `two weeks ago`, `mid-March`. */
  isAbout?: boolean;
}

export type FoundPoint = Omit<Point, 'start' | 'end' | 'precision' | 'isRelative'> & Partial<Point>;
/** Reads one form of words; null where they are no time after all. */
export interface TimeReader {
  pattern: RegExp;
  read: (match: RegExpExecArray, today: string) => FoundPoint | null;
}

/** Forms of one kind of time. They are made when a text first has one of their words: compiling them all takes a while. */
export interface Group {
  /** Every form has one of these; where the set is empty, a digit. */
  words: ReadonlySet<string>;
  readers: () => TimeReader[];
}

export function group(words: readonly string[], make: () => TimeReader[]): Group {
  return { words: new Set(words.flatMap((name) => name.split(' '))), readers: once(make) };
}

/** Of patterns that begin at the same word, the longest counts. */
export function reader(source: string, read: TimeReader['read']): TimeReader {
  return {
    pattern: new RegExp(`(?<![a-z0-9/.:-])(?:${source})(?=t\\d\\d:|(?![a-z0-9]|[.,:/-]\\d))`, 'g'),
    read,
  };
}

/** The number of a year behind a month or a season; a number of euros is none. */
export const YEAR = '((?:1\\d|20)\\d\\d)(?! ?[€$£%])';

/** Longer ones before their beginnings. */
export function oneOf(names: readonly string[]): string {
  return [...names].sort((a, b) => b.length - a.length).join('|');
}

export function one(day: string): Span[] {
  return [{ from: day, to: day }];
}

/** Without its year: the last one that has begun, then the next. */
export function yearly(today: string, spansIn: (year: number) => readonly Span[]): Span[] {
  const year = Number(today.slice(0, 4));
  return lastAndNext(
    today,
    [year - 2, year - 1, year, year + 1, year + 2].flatMap((each) => spansIn(each)),
  );
}

/** Without accents. */
export function bare(text: string): string {
  return /^[\u0000-\u007f]*$/.test(text) ? text : text.normalize('NFKD').replace(/[\u0300-\u036f]/g, '');
}

export function lastAndNext(today: string, spans: readonly Span[]): Span[] {
  const past = spans.findLast(({ from }) => from <= today);
  const next = spans.find(({ from }) => from > today);
  return [past, next].filter((span) => span !== undefined);
}
