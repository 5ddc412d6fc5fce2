import { addDays, FIRST_DAY, isoDay, LAST_DAY, monthOf, type Span } from '../../shared/calendar.js';
import { MONTHS } from '../../shared/calendar-words.js';
import { fold } from '../../shared/fold.js';

/** The first date in a text, as `YYYY-MM-DD`, or null. Reads `2025-07-14`, `14/07/2025`, `14 juillet 2025`. */
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
 * The date whose year is the word at `index`, from the words around it; null if that is not a year, or is alone.
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

/** The words under which dates of a span are indexed: whole months as such. None for a span without a beginning or an end. */
export function keysOfSpan({ from, to }: Span): string[] {
  const keys: string[] = [];
  if (from === FIRST_DAY || to === LAST_DAY) return keys;
  for (let day = from; day <= to && keys.length < MOST_KEYS; ) {
    const [year, month, date] = day.split('-').map(Number) as [number, number, number];
    const whole = monthOf(day);
    const isWhole = whole.from === day && whole.to <= to;
    keys.push(dateKeys({ year, month, day: isWhole ? null : date })[0]!);
    day = addDays(isWhole ? whole.to : day, 1);
  }
  return keys;
}

const MOST_KEYS = 100;

/** Not a letter of any word, yet part of a token for the index. */
const DATE_MARK = '¤';

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
  const month = MONTH_NUMBERS.get(words[index - 1] ?? '');
  if (month !== undefined) return { year, month, day: numberUpTo(words[index - 2], 31) };
  const earlier = MONTH_NUMBERS.get(words[index - 2] ?? '');
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

function pad(value: number): string {
  return String(value).padStart(2, '0');
}

/** By name or short form, folded. */
export const MONTH_NUMBERS: ReadonlyMap<string, number> = new Map(
  MONTHS.flatMap(({ french, english, short }, index) =>
    [french, english, ...short].map((name) => [fold(name), index + 1] as const),
  ),
);

const FULL_NAMES: ReadonlySet<string> = new Set(
  MONTHS.flatMap(({ french, english }) => [fold(french), english]),
);

/** True for the full name of a month, folded. */
export function isMonthName(word: string): boolean {
  return FULL_NAMES.has(word);
}
