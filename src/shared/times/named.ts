import {
  addDays,
  addMonths,
  isoDay,
  monthOf,
  type Span,
  threeMonthsFrom,
  weekdayOf,
  yearOf,
} from '../calendar.js';
import { MONTHS, ORDINALS, SEASONS, WEEKDAYS, weekdayFrom, weekdayNextWeek } from '../calendar-words.js';
import {
  bare,
  type FoundPoint,
  type Group,
  group,
  lastAndNext,
  one,
  oneOf,
  type Precision,
  reader,
  YEAR,
  yearly,
} from './point.js';

const MONTH_NAMES = MONTHS.map(({ french, english }) => [bare(french), english]);
const ALL_NAMES = MONTHS.map(({ short }, index) => [...MONTH_NAMES[index]!, ...short]);

const SEASON_NAMES = SEASONS.flatMap((season) => [...season.names]);
/** Full names and short ones. */
export const MONTH = oneOf(ALL_NAMES.flat());
const NAME = oneOf(MONTH_NAMES.flat());
const NTH = oneOf([...ORDINALS.flat(), 'last', 'dernier']);
export const WEEKDAY = oneOf(WEEKDAYS.flat());
export const SHORT_WEEKDAY = oneOf(WEEKDAYS.flat().map((name) => name.slice(0, 3)));
const SEASON = oneOf(SEASON_NAMES);
const QUARTER = `(?:[qt] ?([1-4])|(${oneOf(ORDINALS.flat())}) (?:quarter|trimestre))`;
/** Behind `le 12`: an end or a small word, not a thing that is counted (`le 3 pièces`), a unit or a place (`le 12 rue`). */
const SMALL =
  '(?:a|at|au|aux|in|on|for|by|to|if|si|je|nous|we|i|il|elle|chez|pour|avec|dans|with|after|before|avant|apres|matin|soir|midi|noon|morning|evening|(?:et|ou) le|(?:and|or) the)';
const FOLLOWING = `(?=$|[,;:.!?)]|-| -| ${SMALL}(?![a-z])| \\d\\d? ?[h:])`;

/** Times that have a name or a number: weekdays, `le 12`, months, quarters, seasons, years. */
export const named: readonly Group[] = [
  group(
    WEEKDAYS.flatMap((names) => names.flatMap((name) => [name, `${name}s`])),
    () => [
      reader(`((?:every|each|chaque|tous les|toutes les|les|des|le|du) )?(${WEEKDAY})s?`, (match, today) => {
        const [text, lead, name] = match;
        return {
          spans: [weekdayFrom(today, -1, name!), weekdayFrom(today, 1, name!)].flatMap(one),
          every: 'week',
          repeats: lead !== undefined || !text.endsWith(name!),
        };
      }),
      reader(`last (${WEEKDAY})|(?:le )?(${WEEKDAY}) (?:dernier|passe)`, ([, en, fr], today) => ({
        spans: one(weekdayFrom(today, -1, en ?? fr!)),
      })),
      reader(`(?:this|coming|ce) (${WEEKDAY})|(${WEEKDAY}) qui vient`, ([, en, fr], today) => ({
        spans: one(weekdayFrom(today, 1, en ?? fr!)),
      })),
      // People disagree about the day of this week, so it is the second reading.
      reader(`next (${WEEKDAY})|(?:le )?(${WEEKDAY}) prochain`, ([, en, fr], today) => ({
        spans: [...new Set([weekdayNextWeek(today, en ?? fr!), weekdayFrom(today, 1, en ?? fr!)])].flatMap(
          one,
        ),
      })),
      reader(`(?:le )?(${WEEKDAY}) (?:(?:en )?(huit|quinze)|week)`, ([, name, more], today) => ({
        spans: one(addDays(weekdayFrom(today, 1, name!), more === 'quinze' ? 14 : 7)),
      })),
    ],
  ),
  group([], () => [
    reader(
      `(?:le |the )?(${WEEKDAY}|${SHORT_WEEKDAY})\\.? (?:the )?(\\d{1,2})(?:st|nd|rd|th|er)?(?! (?:of )?(?:${MONTH})(?![a-z]))`,
      (match, today) => weekdayAndDay(match[1]!, Number(match[2]), today),
    ),
    reader(
      `(?:le |the |du \\d{1,2} au |(?<=semaine du |week of |week of the ))(\\d{1,2})(st|nd|rd|th|er)?${FOLLOWING}`,
      (match, today) =>
        match[0].startsWith('the') && match[2] === undefined ? null : dayOfMonth(match, today),
    ),
    reader(`(\\d{4})-(\\d{2})`, ([, year, number]) => sure(monthIn(Number(year), Number(number)), 'month')),
    reader('(?:19|20)\\d\\d', ([year]) => ({
      ...sure([yearOf(`${year}-01-01`)], 'year'),
      needsLead: true,
    })),
  ]),
  group(ALL_NAMES.flat(), () => [
    // `the first Monday of December`, `le dernier vendredi de mars 2027`
    reader(
      `(?:le |the )?(${NTH}) (${WEEKDAY}) (?:of|in|de|d) (${MONTH})(?: ${YEAR})?`,
      ([, nth, weekday, name, year], today) => {
        const dayIn = (of: number) => one(nthWeekday(of, monthNumber(name!), nth!, weekday!));
        return year === undefined ? open(yearly(today, dayIn), 'day') : sure(dayIn(Number(year)), 'day');
      },
    ),
    reader(`(${MONTH})\\.?,? (?:of |de )?${YEAR}`, ([, name, year]) =>
      sure(monthIn(Number(year), monthNumber(name!)), 'month'),
    ),
    reader(`last (${NAME})|(${NAME}) (?:dernier|passe)`, ([, en, fr], today) =>
      sure(
        yearly(today, (year) => monthIn(year, monthNumber(en ?? fr!)).filter(({ to }) => to < today)),
        'month',
      ),
    ),
    reader(`next (${NAME})|(${NAME}) prochain`, ([, en, fr], today) =>
      sure(
        yearly(today, (year) => monthIn(year, monthNumber(en ?? fr!)).filter(({ from }) => from > today)),
        'month',
      ),
    ),
    reader(`(${NAME})(?! \\d)`, ([, name], today) =>
      open(
        yearly(today, (year) => monthIn(year, monthNumber(name!))),
        'month',
      ),
    ),
  ]),
  group(['q', 't', 'quarter', 'trimestre'], () => [
    reader(`${QUARTER} (?:of |de |d )?${YEAR}|(\\d{4}) ${QUARTER}`, ([, q, nth, year, first, q2, nth2]) =>
      sure(quarterIn(Number(year ?? first), q ?? q2, nth ?? nth2), 'quarter'),
    ),
    reader(QUARTER, ([, q, nth], today) =>
      open(
        yearly(today, (year) => quarterIn(year, q, nth)),
        'quarter',
      ),
    ),
  ]),
  group(SEASON_NAMES, () => [
    reader(`(${SEASON}) (?:of |de )?${YEAR}`, ([, name, year]) =>
      sure(seasonIn(Number(year), name!), 'season'),
    ),
    reader(SEASON, ([name], today) =>
      open(
        yearly(today, (year) => seasonIn(year, name)),
        'season',
      ),
    ),
    reader(`last (${SEASON})|(?:l )?(${SEASON}) (?:dernier|passe)`, ([, en, fr], today) => ({
      spans: yearly(today, (year) => seasonIn(year, en ?? fr!).filter(({ to }) => to < today)).slice(0, 1),
      precision: 'season',
    })),
    reader(`(?:this|cet|ce) (${SEASON})`, ([, name], today) => ({
      spans: yearly(today, (year) => seasonIn(year, name!).filter(({ to }) => to >= today)).slice(0, 1),
      precision: 'season',
    })),
    reader(`next (${SEASON})|(?:l )?(${SEASON}) prochain`, ([, en, fr], today) => ({
      spans: yearly(today, (year) => seasonIn(year, en ?? fr!).filter(({ from }) => from > today)),
      precision: 'season',
    })),
  ]),
];

function sure(spans: Span[], precision: Precision): FoundPoint {
  return { spans, precision, isRelative: false };
}

function open(spans: Span[], precision: Precision): FoundPoint {
  return { ...sure(spans, precision), every: 'year', needsLead: true };
}

function weekdayAndDay(name: string, day: number, today: string): FoundPoint | null {
  const number = WEEKDAYS.findIndex((names) => names.some((full) => full.startsWith(name))) + 1;
  const found = dayOfMonthSpans(day, today).filter(({ from }) => weekdayOf(from) === number);
  return found.length === 0 ? null : { spans: found, every: 'month', isRelative: false };
}

function dayOfMonth([text, number]: RegExpExecArray, today: string): FoundPoint | null {
  const spans = dayOfMonthSpans(Number(number), today);
  const first = Number(/^du (\d+) au/.exec(text)?.[1] ?? number);
  const day = (to: string) => `${to.slice(0, 8)}${String(first).padStart(2, '0')}`;
  const ranges = spans.map(({ to }) => ({ from: first <= Number(number) ? day(to) : to, to }));
  return { spans: ranges, every: 'month', isRelative: false };
}

/** The last one and the next, in this month or beside it. */
function dayOfMonthSpans(day: number, today: string): Span[] {
  const days = [-2, -1, 0, 1, 2].flatMap((by) => {
    const [year, month] = addMonths(`${today.slice(0, 8)}01`, by)
      .split('-')
      .map(Number) as [number, number];
    return isoDay(year, month, day) ?? [];
  });
  return lastAndNext(today, days.flatMap(one));
}

/** The first, second … or last weekday of a month. */
function nthWeekday(year: number, month: number, nth: string, weekday: string): string {
  const first = isoDay(year, month, 1)!;
  const index = ORDINALS.findIndex((names) => names.some((name) => name === nth));
  if (index !== -1) return addDays(weekdayFrom(addDays(first, -1), 1, weekday), 7 * index);
  return weekdayFrom(addDays(monthOf(first).to, 1), -1, weekday);
}

function monthIn(year: number, month: number): Span[] {
  const first = isoDay(year, month, 1);
  return first === null ? [] : [monthOf(first)];
}

export function monthNumber(name: string): number {
  return ALL_NAMES.findIndex((names) => names.includes(name)) + 1;
}

function quarterIn(year: number, number: string | undefined, nth: string | undefined): Span[] {
  const nthOfYear = Number(number ?? ORDINALS.findIndex((words) => words.some((word) => word === nth)) + 1);
  return [threeMonthsFrom(isoDay(year, 3 * nthOfYear - 2, 1)!)];
}

/** A winter is that of the year in which it begins. */
function seasonIn(year: number, name: string): Span[] {
  const { month } = SEASONS.find(({ names }) => names.some((other) => other === name))!;
  return [threeMonthsFrom(isoDay(year, month, 1)!)];
}
