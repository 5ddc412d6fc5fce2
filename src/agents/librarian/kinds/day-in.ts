import { addDays, monthOf, weekdayOf } from '../../../search/text/calendar.js';
import {
  NUMBER_WORDS,
  WEEKDAYS,
  weekdayFrom,
  weekdayNextWeek,
  weekdayNumber,
} from '../../../search/text/calendar-words.js';
import { isoDay } from '../../../search/text/dates.js';
import { fold, foldEvenly } from '../../../search/text/fold.js';
import { MONTHS } from '../../../search/text/months.js';

/** A day that a text names. */
export interface NamedDay {
  /** `YYYY-MM-DD` */
  day: string;
  /** The position of its words in the text, with the preposition before them. */
  start: number;
  end: number;
  /** True if the words mean another day tomorrow: `tomorrow`, `mardi prochain`, but not `18 July`. */
  isRelative: boolean;
  /** True where the words make it a limit: `by`, `before`, `avant`, `d'ici`. */
  isLimit: boolean;
  /** True where the words name further days too: `du 22 au 26 mai`, `les 3 et 5 mai`, `mardi ou mercredi`. */
  isOneOfSeveral: boolean;
}

/**
 * The day that a text names, read on `today`; a written date before a relative one. Of several it is the first, and the last where something
 * happens between them. Null where a text names none.
 */
export function dayIn(text: string, today: string): NamedDay | null {
  const folded = foldEvenly(text.slice(0, MOST_READ));
  const found = absolute(folded, today) ?? relative(folded, today);
  if (found === null) return null;
  // `moved from Tuesday to Wednesday`: the second one holds.
  const other = MOVING.test(folded) ? MOVED_TO.exec(folded.slice(found.end)) : null;
  const next = other === null ? null : dayIn(folded.slice(found.end + other[0].length), today);
  if (next === null || next.start > 0) return withLater(withEarlier(found, folded), folded, today);
  return { ...next, start: found.start, end: found.end + other![0].length + next.end };
}

/** Nobody names a day further into a sentence; no pattern sees a line of any length. */
const MOST_READ = 2_000;

/** True where a text says to which day something moves: `moved to Friday`, `repoussée au 3 avril`, `passe au 3 avril`. */
export function isMovedToDay(text: string): boolean {
  const named = dayIn(text, ANY_DAY);
  if (named === null) return false;
  const folded = foldEvenly(text);
  const before = folded.slice(0, named.start);
  const isMoving = MOVING.test(before) || (PASSES.test(before) && !named.isOneOfSeveral);
  return isMoving && (TO.test(before) || INTO.test(folded.slice(named.start, named.end)));
}

/** Numbers before a date that share its month: `du 22 au 26 mai`, `les 3, 4 et 5 mai`, `3-5 May`. */
function withEarlier(found: NamedDay, folded: string): NamedDay {
  const number = /\d/.exec(folded.slice(found.start, found.end))?.index;
  const earlier = number === undefined ? null : EARLIER.exec(folded.slice(0, found.start + number));
  if (earlier === null) return found;
  const [, lead = '', first] = earlier;
  // `repoussée du 5 au 12 mai`
  const before = folded.slice(0, earlier.index);
  const isMove = FROM.test(lead) && (MOVING.test(before) || PASSES.test(before));
  const day = isMove || BETWEEN.test(lead) ? found.day : lastDate(Number(first), found.day);
  // `la version 10 et 5 mai`: only words say that a span began in the month before.
  const isSpan = day !== null && (day.slice(0, 7) === found.day.slice(0, 7) || lead !== '');
  return isSpan ? { ...found, day, start: earlier.index, isOneOfSeveral: true } : found;
}

/** A day that follows: `22 December to 4 January`, `mardi ou mercredi`, `May 3-5`. */
function withLater(found: NamedDay, folded: string, today: string): NamedDay {
  const rest = folded.slice(found.end);
  const number = LATER_NUMBER.exec(rest)?.[0];
  if (number !== undefined) return { ...found, end: found.end + number.length, isOneOfSeveral: true };
  const [link] = LATER.exec(rest) ?? [];
  const next = link === undefined ? null : dayIn(rest.slice(link.length, link.length + MOST_LATER), today);
  return next?.start === 0
    ? { ...found, end: found.end + link!.length + next.end, isOneOfSeveral: true }
    : found;
}

const BETWEEN = /^(?:entre|between)$/;
const FROM = /^(?:du|de|from)$/;
const EARLIER =
  /(?<![\p{L}\d])(?:(entre|between|du|de|les|from)\s+)?(?:le\s+|the\s+)?(?<![\d/.,-])(\d{1,2})(?:er|st|nd|rd|th)?(?:,\s*(?:le\s+)?\d{1,2}(?:er|st|nd|rd|th)?)*(?:,?\s+(?:et|ou|au|a|and|or|to)\s+|[-–])(?:(?:le|the)\s+)?(?:\p{L}+di\s+)?$/u;
const LATER = /^,?\s*(?:(?:et|ou|and|or|to|a)\s+|[-–—→]\s*|(?=(?:au|jusqu'au|until|till)\s))/u;
const LATER_NUMBER = /^[-–]\d{1,2}(?:st|nd|rd|th)?(?![\p{L}\d:/-])/u;
/** The words of a day take no more letters than this. */
const MOST_LATER = 40;

/** Where words for a day stand does not depend on the day on which they are read. */
export const ANY_DAY = '2000-01-01';
/** Before the words of a day, or among them. */
const TO = /(?<!\p{L})(?:to|a)\s+(?:the\s+|la\s+)?$/u;
const INTO = /^(?:au|jusqu'au|until|till)\s|\s(?:to|au|a)\s/;
const MOVING =
  /\b(?:mov(?:ed?|es|ing)|postponed?|pushed|shifted|rescheduled?|brought forward|reporte|decale|avance|deplace|repousse)(?!ment)/;
/** Only directly before the day: `passe au bureau le 3 avril` is a visit. */
const PASSES = /\bpasse(?:nt|ra|ront)?\s+(?:a\s+)?$/;
const MOVED_TO = /^,?\s+(?:to|au|a|→|->)\s+(?=[\p{L}\d])/u;

const BEFORE = String.raw`(?:\b(?:(by|before|until|till|due on|due|no later than|(?:deadline|date limite|echeance)(?:\s?:)?|avant|d'ici|jusqu'au|au plus tard|pour)\s+|on\s+|at\s+|from\s+|since\s+|starting(?:\s+on)?\s+|as of\s+|des\s+|a partir du\s+|a compter du\s+|du\s+|au\s+)(?:the\s+|le\s+|la\s+)?|(?<![\p{L}])(?:the|le|ce|this)\s+)?`;

const MONTH_NAMES = new Map(
  MONTHS.flatMap(({ french, english, short }, index) =>
    [french, english, ...short].map((name) => [fold(name), index + 1] as const),
  ),
);
const MONTH = `(${[...MONTH_NAMES.keys()].sort((a, b) => b.length - a.length).join('|')})`;
const WEEKDAY = `(${WEEKDAYS.flat().join('|')})`;

type Reader = readonly [pattern: RegExp, read: (groups: string[], today: string) => string | null];

const ABSOLUTE: readonly Reader[] = [
  [pattern(String.raw`(\d{4})-(\d\d)-(\d\d)(?!\d)`), ([y, m, d]) => isoDay(Number(y), Number(m), Number(d))],
  [
    pattern(String.raw`(?<![\d/])(\d{1,2})\/(\d{1,2})\/(\d{4})(?![\d/])`),
    ([d, m, y]) => isoDay(Number(y), Number(m), Number(d)),
  ],
  // `le 22/07 à 9h15`: only where the words make it a day; `3/4` is a fraction elsewhere.
  [
    pattern(
      String.raw`(?<=\b(?:on|by|before|until|le|au|du|avant|pour|${WEEKDAYS.flat().join('|')})\s+)(\d{1,2})\/(\d{1,2})(?![\d/])`,
    ),
    ([d, m], today) => inMonth(Number(m), Number(d), today),
  ],
  [
    pattern(
      String.raw`(?:${WEEKDAY},?\s+(?:the\s+)?)?(?<!\d)(\d{1,2})(?:st|nd|rd|th|er)?\s+(?:of\s+)?${MONTH}\b\.?(?:,?\s+(\d{4})\b)?`,
    ),
    ([, d, m, y], today) => inYear(y, m!, d!, today),
  ],
  [
    pattern(
      String.raw`(?:${WEEKDAY},?\s+)?${MONTH}\.?\s+(\d{1,2})(?:st|nd|rd|th)?\b(?![:h])(?:,?\s+(\d{4})\b)?`,
    ),
    ([, m, d, y], today) => inYear(y, m!, d!, today),
  ],
  [
    pattern(String.raw`(?:(?:the )?end of|fin(?: du mois de| d[e'])?|late)\s?${MONTH}\b(?:\s+(\d{4})\b)?`),
    ([m, y], today) => endOfMonth(inYear(y, m!, '1', today)),
  ],
  [
    pattern(String.raw`(?:mid|mi)[- ]${MONTH}\b(?:\s+(\d{4})\b)?`),
    ([m, y], today) => inYear(y, m!, '15', today),
  ],
  [
    pattern(
      String.raw`(?:next\s+|this\s+)?${WEEKDAY},?\s+(?:the\s+|le\s+)?(\d{1,2})(?:st|nd|rd|th|er)?(?![\d:.,]|\s?(?:h|am|pm|%|€|£)\b)(?!\p{L})`,
    ),
    ([name, d], today) => {
      const day = nextDate(Number(d), today);
      return day !== null && weekdayOf(day) === weekdayNumber(name!) ? day : null;
    },
  ],
  // `the 22nd`, `le 22 à 17h15`: a bare number only where nothing is counted.
  [
    pattern(
      String.raw`(?<=\b(?:on|by|before|until|until the|the|le|au|du|avant le|pour le)\s+)(\d{1,2})(?:st|nd|rd|th)(?!\p{L})(?!\s+\p{L}+ (?:of|de))`,
    ),
    ([d], today) => nextDate(Number(d), today),
  ],
  [
    pattern(
      String.raw`(?<=\b(?:le|avant le|pour le|d'ici le|jusqu'au|au)\s+)(\d{1,2})(?=\s*(?:[,.;!?)]|$|\s(?:a|au|chez|avec|vers|pour|des|matin|soir|dans)\b))`,
    ),
    ([d], today) => nextDate(Number(d), today),
  ],
];

const NUMBER = `(\\d{1,3}|${Object.keys(NUMBER_WORDS).join('|')})`;
const DAYS_IN: Record<string, number> = {
  day: 1,
  jour: 1,
  week: 7,
  semaine: 7,
  fortnight: 14,
  quinzaine: 15,
};

const RELATIVE: readonly Reader[] = [
  [
    pattern(String.raw`(?:(?:the )?day after tomorrow|apres-demain|apres demain)\b`),
    (_, today) => addDays(today, 2),
  ],
  [
    pattern(String.raw`(?:tomorrow|demain)\b(?:\s+(?:morning|afternoon|evening|matin|soir|apres-midi))?`),
    (_, today) => addDays(today, 1),
  ],
  [
    pattern(
      String.raw`(?:today|tonight|this (?:morning|afternoon|evening)|aujourd'hui|ce soir|ce matin|cet apres-midi)\b`,
    ),
    (_, today) => today,
  ],
  [pattern(String.raw`(?:(?:the )?day before yesterday|avant[- ]hier)\b`), (_, today) => addDays(today, -2)],
  [pattern(String.raw`(?:yesterday|hier|last night)\b`), (_, today) => addDays(today, -1)],
  [
    pattern(String.raw`(?:${NUMBER} days? ago|il y a ${NUMBER} jours?)\b`),
    ([english, french], today) => addDays(today, -countOf(english ?? french!)),
  ],
  [
    pattern(String.raw`(?:last ${WEEKDAY}|${WEEKDAY} dernier)\b`),
    ([english, french], today) => weekdayFrom(today, -1, english ?? french!),
  ],
  [
    pattern(String.raw`(?:in|dans)\s+${NUMBER}\s+(day|week|fortnight|jour|semaine|quinzaine)s?\b`),
    ([count, unit], today) => addDays(today, countOf(count!) * DAYS_IN[unit!]!),
  ],
  [
    pattern(
      String.raw`(?:the\s+|la\s+)?(?:end of (?:the |this )?month|month['-]end|fin du mois|fin de mois|fin de ce mois)\b`,
    ),
    (_, today) => monthOf(today).to,
  ],
  [
    pattern(String.raw`(?:the\s+|la\s+)?(?:end of (?:the |this )?week|fin de (?:la |cette )?semaine)\b`),
    (_, today) => weekdayFrom(today, 1, 'friday'),
  ],
  [pattern(String.raw`next\s+${WEEKDAY}\b`), ([name], today) => weekdayNextWeek(today, name!)],
  [
    pattern(String.raw`${WEEKDAY}\s+(?:prochain|en huit)\b`),
    ([name], today) => weekdayNextWeek(today, name!),
  ],
  [pattern(String.raw`${WEEKDAY}\b(?!s)`), ([name], today) => weekdayFrom(today, 1, name!)],
];

function countOf(words: string): number {
  return NUMBER_WORDS[words] ?? Number(words);
}

function pattern(source: string): RegExp {
  return new RegExp(`${BEFORE}${source}`, 'u');
}

function absolute(text: string, today: string): NamedDay | null {
  return first(ABSOLUTE, text, today, false);
}

function relative(text: string, today: string): NamedDay | null {
  return first(RELATIVE, text, today, true);
}

function first(
  readers: readonly Reader[],
  text: string,
  today: string,
  isRelative: boolean,
): NamedDay | null {
  for (const [form, read] of readers) {
    const match = form.exec(text);
    if (match === null) continue;
    const [whole, limit, ...groups] = match;
    const day = read(groups as string[], today);
    if (day === null) continue;
    return {
      day,
      start: match.index,
      end: match.index + whole.length,
      isRelative,
      isLimit: limit !== undefined,
      isOneOfSeveral: false,
    };
  }
  return null;
}

/** The next day with that number in its month. */
function nextDate(number: number, today: string): string | null {
  const [year, month] = today.split('-').map(Number) as [number, number];
  const found = isoDay(year, month, number);
  if (found !== null && found >= today) return found;
  return month === 12 ? isoDay(year + 1, 1, number) : isoDay(year, month + 1, number);
}

/** The last day before another one with that number in its month. */
function lastDate(number: number, before: string): string | null {
  const [year, month, last] = before.split('-').map(Number) as [number, number, number];
  if (number < last) return isoDay(year, month, number);
  return month === 1 ? isoDay(year - 1, 12, number) : isoDay(year, month - 1, number);
}

function endOfMonth(day: string | null): string | null {
  return day === null ? null : monthOf(day).to;
}

/** Without a year, the day that comes next; one of the last two months stays in this year, it is looked back at. */
function inYear(year: string | undefined, month: string, day: string, today: string): string | null {
  const number = MONTH_NAMES.get(month)!;
  return year === undefined ? inMonth(number, Number(day), today) : isoDay(Number(year), number, Number(day));
}

function inMonth(month: number, day: number, today: string): string | null {
  const thisYear = Number(today.slice(0, 4));
  const found = isoDay(thisYear, month, day);
  return found !== null && found < addDays(today, -62) ? isoDay(thisYear + 1, month, day) : found;
}
