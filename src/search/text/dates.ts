import { localDate } from '../../shared/clock.js';
import { RappelError } from '../../shared/errors.js';
import { fold } from './fold.js';

/** The first date that stands in a text, as `YYYY-MM-DD`, or null. Reads `2025-07-14`, `14/07/2025`, `14 juillet 2025`. */
export function dayOf(text: string): string | null {
  const iso = /(?<!\d)(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)/.exec(text);
  if (iso !== null) return isoDay(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const words = [...text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)].map((match) => fold(match[0]));
  for (let i = 0; i < words.length; i++) {
    const date = dateAt(words, i, () => '-');
    if (date?.day) return isoDay(date.year, date.month, date.day);
  }
  return null;
}

export interface NamedDate {
  year: number;
  month: number;
  /** Null where only the month is named. */
  day: number | null;
}

/**
 * The date whose year is the word at `index`, from the words around it; null where that is no year or stands alone.
 * `between(a, b)` is the text between two neighbouring words: numbers are a date only where `-`, `/` or `.` joins them.
 */
export function dateAt(
  words: readonly string[],
  index: number,
  between: (left: number, right: number) => string,
): NamedDate | null {
  if (!/^[12]\d{3}$/.test(words[index]!)) return null;
  const year = Number(words[index]);
  const joined = (left: number) => /^[-/.]$/.test(between(left, left + 1));
  return (
    yearFirst(words, index, year, joined) ??
    yearAfterName(words, index, year) ??
    yearLast(words, index, year, joined)
  );
}

/** The words under which a date is indexed and asked for: the day, and the month it lies in. */
export function dateKeys({ year, month, day }: NamedDate): string[] {
  const key = `${year}${pad(month)}`;
  return day === null ? [`${DATE_MARK}${key}`] : [`${DATE_MARK}${key}${pad(day)}`, `${DATE_MARK}${key}`];
}

/** Not a letter of any word, yet part of a token for the index. */
const DATE_MARK = '¤';

/**
 * A bound as people write it: an ISO date (or month, or year), `7 days ago`, `il y a 7 jours`, `yesterday`, `hier`.
 * `from` is the first day that counts, `to` the last.
 */
export function parseBound(parameter: string, input: string, side: 'from' | 'to', now: Date): string {
  const text = fold(input).trim().replaceAll('’', "'");
  const iso = /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:[t ]\d{2}:\d{2}(?::\d{2})?)?)?)?$/.exec(text);
  const bound = iso !== null ? boundOfIso(iso, side) : (boundInWords(text, now) ?? dayOf(input));
  if (bound !== null) return bound;
  throw new RappelError(
    'invalid_input',
    `${parameter}: got ${JSON.stringify(input)}, expected a date like 2025-07-14 or "7 days ago"`,
    { hint: 'Also understood: 2025-07, 2025, yesterday, il y a 7 jours, hier.' },
  );
}

function boundOfIso(iso: RegExpExecArray, side: 'from' | 'to'): string | null {
  const year = Number(iso[1]);
  const month = iso[2] === undefined ? (side === 'from' ? 1 : 12) : Number(iso[2]);
  if (month < 1 || month > 12) return null;
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return isoDay(year, month, iso[3] === undefined ? (side === 'from' ? 1 : lastDay) : Number(iso[3]));
}

function boundInWords(text: string, now: Date): string | null {
  if (['today', "aujourd'hui"].includes(text)) return localDate(now);
  if (['yesterday', 'hier'].includes(text)) return before(now, 1, 'day');
  const match =
    /^(\d{1,5}|an?|one) (day|week|month|year)s? ago$/.exec(text) ??
    /^il y a (\d{1,5}|une?) (jour|semaine|mois|an|annee)s?$/.exec(text);
  if (match === null) return null;
  const count = /^\d/.test(match[1]!) ? Number(match[1]) : 1;
  return before(now, count, UNITS[match[2]!]!);
}

type Unit = 'day' | 'week' | 'month' | 'year';

const UNITS: Record<string, Unit> = {
  day: 'day',
  jour: 'day',
  week: 'week',
  semaine: 'week',
  month: 'month',
  mois: 'month',
  year: 'year',
  an: 'year',
  annee: 'year',
};

function before(now: Date, count: number, unit: Unit): string {
  const days = unit === 'day' ? count : unit === 'week' ? 7 * count : 0;
  const months = unit === 'month' ? count : unit === 'year' ? 12 * count : 0;
  const date = new Date(now.getFullYear(), now.getMonth() - months, 1);
  // 31 March minus a month is the last day of February, not some day in March.
  const lastDay = new Date(date.getFullYear(), date.getMonth() + 1, 0).getDate();
  date.setDate(Math.min(now.getDate(), lastDay) - days);
  return date.getFullYear() < 0 ? '0000-01-01' : localDate(date);
}

/** `2025-07-14`, `2025-07` */
function yearFirst(
  words: readonly string[],
  index: number,
  year: number,
  joined: (left: number) => boolean,
): NamedDate | null {
  const month = joined(index) ? numberUpTo(words[index + 1], 12) : null;
  if (month === null) return null;
  const day = joined(index + 1) ? numberUpTo(words[index + 2], 31) : null;
  return { year, month, day };
}

/** `14 juillet 2025`, `July 14, 2025`, `July 2025` */
function yearAfterName(words: readonly string[], index: number, year: number): NamedDate | null {
  const month = MONTHS.get(words[index - 1] ?? '');
  if (month !== undefined) return { year, month, day: numberUpTo(words[index - 2], 31) };
  const earlier = MONTHS.get(words[index - 2] ?? '');
  const day = numberUpTo(words[index - 1], 31);
  return earlier === undefined || day === null ? null : { year, month: earlier, day };
}

/** `14/07/2025`; `07/14/2025` where it can be nothing else. */
function yearLast(
  words: readonly string[],
  index: number,
  year: number,
  joined: (left: number) => boolean,
): NamedDate | null {
  if (index < 2 || !joined(index - 1) || !joined(index - 2)) return null;
  const a = numberUpTo(words[index - 2], 31);
  const b = numberUpTo(words[index - 1], 31);
  if (a === null || b === null) return null;
  if (b <= 12) return { year, month: b, day: a };
  return a <= 12 ? { year, month: a, day: b } : null;
}

function numberUpTo(word: string | undefined, most: number): number | null {
  const digits = /^(\d{1,2})(?:st|nd|rd|th|er|e)?$/.exec(word ?? '')?.[1];
  const value = Number(digits);
  return digits !== undefined && value >= 1 && value <= most ? value : null;
}

function isoDay(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null;
  return `${String(year).padStart(4, '0')}-${pad(month)}-${pad(day)}`;
}

function pad(value: number): string {
  return String(value).padStart(2, '0');
}

const MONTHS = new Map(
  [
    'january janvier jan janv',
    'february fevrier feb fevr fev',
    'march mars mar',
    'april avril apr avr',
    'may mai',
    'june juin jun',
    'july juillet jul juil',
    'august aout aug',
    'september septembre sep sept',
    'october octobre oct',
    'november novembre nov',
    'december decembre dec',
  ].flatMap((names, index) => names.split(' ').map((name) => [name, index + 1] as const)),
);
