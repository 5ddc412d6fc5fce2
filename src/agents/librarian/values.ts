import type { ClaimValue } from '../../search/passages/statements/claim-values.js';
import { MONTH_NUMBERS } from '../../search/text/dates.js';
import { fold } from '../../search/text/fold.js';
import { MONTHS } from '../../search/text/months.js';
import { escapePattern } from '../../words/escape-pattern.js';
import { dayIn } from './kinds/day-in.js';

/**
 * A line with `old` replaced by `next`, however each is written: `16 July` is `2025-07-16`, `4 000 €` is `4 000 €`. Null
 * where the line does not hold it.
 */
export function replaceInLine(line: string, old: string, next: string, today: string): string | null {
  const literal = spaced(old).exec(line);
  if (literal !== null)
    return line.slice(0, literal.index) + next + line.slice(literal.index + literal[0].length);
  const [from, to] = [dayIn(old, today)?.day, dayIn(next, today)?.day];
  if (from === undefined || to === undefined || !line.includes(from)) return null;
  return line.replace(from, to);
}

/** A text with any space between its words, as a whole: `70` is no part of `170`. */
function spaced(text: string): RegExp {
  const words = text.split(/[\s\u00a0\u202f]+/).map(escapePattern);
  return new RegExp(
    `(?<![\\p{L}\\p{N}]|\\d[.,])${words.join('[\\s\\u00a0\\u202f]*')}(?![\\p{L}\\p{N}]|[.,]\\d)`,
    'iu',
  );
}

/** A value as the line writes the one that it replaces: `15 février 2027` for `2025-09-01` is `2027-02-15`. Null where it can't be. */
export function inFormOf(now: ClaimValue, old: ClaimValue, today: string): string | null {
  if (now.date === null || old.date === null) return now.text;
  // `en octobre` has no place for a day.
  if ((now.date.day === null) !== (old.date.day === null)) return null;
  if (now.date.day === null) return now.text;
  const day = dayIn(now.text, today)?.day;
  if (day === undefined) return null;
  if (/\d{4}-\d\d-\d\d/.test(old.text)) return old.text.replace(/^.*\d{4}-\d\d-\d\d/, day);
  return /\//.test(old.text) ? day.split('-').reverse().join('/') : inWords(day, old, today);
}

/** With its year where the old one has one, or it is not the year of today. */
function inWords(iso: string, old: ClaimValue, today: string): string {
  const [year, month, number] = iso.split('-').map(Number) as [number, number, number];
  const { french, english } = MONTHS[month - 1]!;
  const isFrench = MONTHS.some(
    (one) => fold(old.text).includes(fold(one.french)) && one.french !== one.english,
  );
  const isMonthFirst = MONTH_NUMBERS.has(fold(/^\p{L}+/u.exec(old.text)?.[0] ?? ''));
  const name = isFrench ? french : english.replace(/^./, (letter) => letter.toUpperCase());
  const shown = isFrench && number === 1 ? '1er' : String(number);
  const day = isMonthFirst ? `${name} ${shown}` : `${shown} ${name}`;
  const hasYear = old.date!.year !== null || year !== Number(today.slice(0, 4));
  return hasYear ? `${day}${isMonthFirst ? ',' : ''} ${year}` : day;
}
