import { WEEKDAYS } from '../../../shared/calendar-words.js';
import { fold, foldEvenly } from '../../../shared/fold.js';
import { MONTH_NUMBERS } from '../../text/dates.js';
import { type Value, valuesIn } from '../../text/values.js';
import { tokensOf } from './statement.js';

/** A value in a text, comparable with others of its kind. */
export interface ClaimValue {
  /** `date`, `version`, `name`, or the unit of an amount. */
  kind: string;
  text: string;
  start: number;
  end: number;
  /** The same for the same value in another form; null for a name. */
  date: WrittenDate | null;
}

/** What a date says of itself: neither its year nor its day must be there. */
interface WrittenDate {
  year: number | null;
  month: number;
  day: number | null;
}

/** The values of a text in order: dates, versions, amounts, numbers and addresses to reach somebody. */
export function claimValuesIn(text: string): ClaimValue[] {
  const dates = datesIn(text);
  if (!MEASURED.test(text)) return dates;
  const overlaps = ({ start, end }: Value) => dates.some((date) => start < date.end && date.start < end);
  const others = [...valuesIn(text), ...versionsIn(text)].filter((value) => !overlaps(value));
  const values = others.map(({ unit, ...value }) => ({ ...value, kind: unit, date: null }));
  return [...dates, ...values].sort((a, b) => a.start - b.start);
}

const DIGIT = /\d/;
const MEASURED = /[\d@]/;

/** Two ways to write the same: `1er septembre` and `2025-09-01`, `6 200 €` and `6200 €`, `Odile` and `Odile Marchetti`. */
export function isSameValue(a: ClaimValue, b: ClaimValue): boolean {
  if (a.kind !== b.kind) return false;
  if (a.date !== null && b.date !== null) return isSameDate(a.date, b.date);
  if (a.kind !== 'name') return numberOf(a.text) === numberOf(b.text);
  const [few, many] = [a, b].map(({ text }) => tokensOf(text).map(({ word }) => word)) as [
    string[],
    string[],
  ];
  return few.every((word) => many.includes(word)) || many.every((word) => few.includes(word));
}

function isSameDate(a: WrittenDate, b: WrittenDate): boolean {
  const isSameOrOpen = (one: number | null, other: number | null) =>
    one === null || other === null || one === other;
  return a.month === b.month && isSameOrOpen(a.day, b.day) && isSameOrOpen(a.year, b.year);
}

/** `12,000` and `12 000` are twelve thousand, `3,1` is three and a tenth; a phone number or an address stays as it is. */
function numberOf(text: string): string {
  const plain = fold(text).replaceAll(
    /[\s\u00a0\u202f]|euros?|pounds?|jours?|days?|version|^v(?=\d)|[€£$]/g,
    '',
  );
  return plain.replaceAll(/[.,](?=\d{3}(?!\d))/g, '').replaceAll(',', '.');
}

const MONTH = `(${[...MONTH_NUMBERS.keys()].sort((a, b) => b.length - a.length).join('|')})`;
const YEAR = String.raw`(?:[.,]?\s+(\d{4})(?!\d))?`;

/** The name of the weekday before a date belongs to it. */
function dateForm(source: string): RegExp {
  return new RegExp(String.raw`(?:\b(?:${WEEKDAYS.flat().join('|')}),?\s+(?:the\s+|le\s+)?)?${source}`, 'g');
}

type Reader = readonly [form: RegExp, read: (groups: readonly string[]) => WrittenDate | null];

/** `en mars`: the only value that has no number and is no address. */
const MONTH_ALONE: Reader = [
  new RegExp(
    String.raw`(?<=\b(?:en|in|fin|d'ici|debut|late|early|by)\s)${MONTH}\b(?:\s+(\d{4})(?!\d))?`,
    'g',
  ),
  ([m, y]) => dateOf(y, MONTH_NUMBERS.get(m!)!, undefined),
];

/** Over folded text. */
const DATES: readonly Reader[] = [
  [dateForm(String.raw`(?<![\d-])(\d{4})-(\d\d)-(\d\d)(?![\d-])`), ([y, m, d]) => dateOf(y, Number(m), d)],
  [
    dateForm(String.raw`(?<![\d/])(\d{1,2})\/(\d{1,2})\/(\d{4})(?![\d/])`),
    ([d, m, y]) => dateOf(y, Number(m), d),
  ],
  [
    dateForm(String.raw`(?<![\d.,/\u2013-])(\d{1,2})(?:st|nd|rd|th|er)?\s+(?:of\s+)?${MONTH}\b${YEAR}`),
    ([d, m, y]) => dateOf(y, MONTH_NUMBERS.get(m!)!, d),
  ],
  [
    dateForm(String.raw`\b${MONTH}\.?\s+(\d{1,2})(?:st|nd|rd|th)?(?![\d:.,]\d|\s?h\b|\d)${YEAR}`),
    ([m, d, y]) => dateOf(y, MONTH_NUMBERS.get(m!)!, d),
  ],
  MONTH_ALONE,
];

/** `du 4 au 24 août`: a period is no day. */
const PERIOD =
  /\b(?:du|from|entre|between)\s+(?:le\s+|the\s+)?\d{1,2}\S*\s+(?:\p{L}+\s+)?(?:au|to|et|and|until)\s/u;

function datesIn(text: string): ClaimValue[] {
  const folded = foldEvenly(text);
  const isNumbered = DIGIT.test(text);
  if (isNumbered && PERIOD.test(folded)) return [];
  const found: ClaimValue[] = [];
  for (const [form, read] of isNumbered ? DATES : [MONTH_ALONE])
    for (const match of folded.matchAll(form)) {
      const [start, end] = [match.index, match.index + match[0].length];
      const date = read(match.slice(1));
      if (date === null || found.some((other) => start < other.end && other.start < end)) continue;
      found.push({ kind: 'date', text: text.slice(start, end), start, end, date });
    }
  return found;
}

function dateOf(year: string | undefined, month: number, day: string | undefined): WrittenDate | null {
  const number = day === undefined ? null : Number(day);
  if (month < 1 || month > 12 || (number !== null && (number < 1 || number > 31))) return null;
  return { year: year === undefined ? null : Number(year), month, day: number };
}

function versionsIn(text: string): Value[] {
  return [...text.matchAll(/(?<![\p{L}\d])(?:version\s+|v)\d+(?:\.\d+)*(?![\d.]*\d|\p{L})/giu)].map(
    (match) => ({
      text: match[0],
      start: match.index,
      end: match.index + match[0].length,
      unit: 'version',
    }),
  );
}
