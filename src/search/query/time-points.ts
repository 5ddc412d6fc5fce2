import {
  addDays,
  addMonths,
  monthOf,
  quarterOf,
  type Span,
  threeMonthsFrom,
  weekOf,
  yearOf,
} from '../text/calendar.js';
import {
  NUMBER_WORDS,
  ORDINALS,
  SEASONS,
  WEEKDAYS,
  weekdayFrom,
  weekdayNextWeek,
} from '../text/calendar-words.js';
import { isoDay } from '../text/dates.js';
import { fold } from '../text/fold.js';
import { MONTHS } from '../text/months.js';

/** A time found in a line of folded words, up to `end`. */
export interface Found {
  /** The likeliest first. */
  spans: Span[];
  end: number;
  isRelative: boolean;
}

interface Point extends Found {
  /** Only a time after a word like `in`. */
  needsLead: boolean;
}

/** A day, a week, a month, a year: absolute or as seen from today. */
export function pointAt(line: string, at: number, today: string): Point | null {
  for (const { pattern, read, kind } of POINTS) {
    pattern.lastIndex = at;
    const match = pattern.exec(line);
    const spans = match === null ? null : read(match, today);
    if (spans === null) continue;
    return { spans, end: pattern.lastIndex, isRelative: kind === 'relative', needsLead: kind === 'weak' };
  }
  return null;
}

/** False for most questions, whatever stands before the time: the patterns need not be compiled for them. */
export function mayNamePoint(line: string): boolean {
  return /\d/.test(line) || line.split(' ').some((word) => POINT_WORDS.has(word));
}

interface PointReader {
  pattern: RegExp;
  read: (match: RegExpExecArray, today: string) => Span[] | null;
  kind: 'absolute' | 'relative' | 'weak';
}

const MONTH_NAMES = MONTHS.map(({ french, english }) => [fold(french), english]);
const SHORT_NAMES = MONTHS.map(({ short }, index) => [...MONTH_NAMES[index]!, ...short]);
const NUMBERS: Readonly<Record<string, number>> = {
  ...NUMBER_WORDS,
  ...{ couple: 2, 'couple of': 2, 'a couple of': 2, few: 3, 'a few': 3, quelques: 3, several: 3 },
};
const UNITS: Record<string, 'day' | 'week' | 'month' | 'quarter' | 'year' | 'weekend'> = {
  ...{ day: 'day', days: 'day', jour: 'day', jours: 'day', week: 'week', weeks: 'week', semaine: 'week' },
  ...{ semaines: 'week', month: 'month', months: 'month', mois: 'month', year: 'year', years: 'year' },
  ...{ an: 'year', ans: 'year', annee: 'year', annees: 'year', weekend: 'weekend', 'week end': 'weekend' },
  ...{ quarter: 'quarter', quarters: 'quarter', trimestre: 'quarter', trimestres: 'quarter' },
};

/** Every point has one of these, or a digit. */
const POINT_WORDS: ReadonlySet<string> = new Set(
  [
    ...[...SHORT_NAMES.flat(), ...WEEKDAYS.flat(), ...Object.keys(UNITS)],
    ...SEASONS.flatMap(({ names }) => names.flatMap((name) => [name, `l${name}`])),
    'today tonight morning afternoon evening hui matin soir yesterday hier tomorrow demain',
  ].flatMap((words) => words.split(' ')),
);

const oneOf = (names: readonly string[]) => [...names].sort((a, b) => b.length - a.length).join('|');
const NAME = oneOf(MONTH_NAMES.flat());
const SHORT = oneOf(SHORT_NAMES.flat());
const WEEKDAY = oneOf(WEEKDAYS.flat());
const SEASON = oneOf(SEASONS.flatMap(({ names }) => [...names]));
const QUARTER = `(?:[qt] ?([1-4])|(${oneOf(ORDINALS.flat())}) (?:quarter|trimestre))`;
const COUNT = `\\d{1,4}|${oneOf(Object.keys(NUMBERS))}`;
const UNIT = oneOf(Object.keys(UNITS));
const DAY = '(\\d{1,2})(?:st|nd|rd|th|er)?';
const END = '(?![a-z0-9-])';

/** Longer forms before their beginnings. */
const POINTS: readonly PointReader[] = [
  absolute('(\\d{4})-(\\d{1,2})-(\\d{1,2})', ([, y, m, d]) => dayAt(y, m, d)),
  absolute('(\\d{1,2})-(\\d{1,2})-(\\d{4})', ([, d, m, y]) => dayAt(y, m, d) ?? dayAt(y, d, m)),
  absolute('(\\d{4})-(\\d{2})', ([, y, m]) => monthIn(Number(y), Number(m))),
  absolute(`${DAY} (?:of )?(${SHORT}) (\\d{4})`, ([, d, m, y]) => dayAt(y, numberOf(m), d)),
  absolute(`(${SHORT}) ${DAY} (\\d{4})`, ([, m, d, y]) => dayAt(y, numberOf(m), d)),
  absolute(`(${SHORT}) (?:of |de )?(\\d{4})`, ([, m, y]) => monthIn(Number(y), numberOf(m))),
  absolute(`${DAY} (?:of )?(${NAME})`, ([, d, m], today) => yearly(today, (y) => dayAt(y, numberOf(m), d))),
  absolute(`(${NAME}) ${DAY}`, ([, m, d], today) => yearly(today, (y) => dayAt(y, numberOf(m), d))),
  absolute(`${QUARTER} (?:of |de )?(\\d{4})`, ([, q, nth, y]) => quarterIn(Number(y), q, nth)),
  absolute(`(\\d{4}) ${QUARTER}`, ([, y, q, nth]) => quarterIn(Number(y), q, nth)),
  weak(QUARTER, ([, q, nth], today) => yearly(today, (y) => quarterIn(y, q, nth))),
  absolute(`(${SEASON}) (?:of |de )?(\\d{4})`, ([, name, y]) => [seasonIn(Number(y), name!)]),
  weak(`(${SEASON})(?! (?:dernier|passe|prochain))`, ([, name], today) =>
    yearly(today, (y) => [seasonIn(y, name!)]),
  ),
  relative(`last (${SEASON})|l? ?(${SEASON}) (?:dernier|passe)`, ([, en, fr], today) =>
    seasons(today, en ?? fr!)
      .filter(({ to }) => to < today)
      .slice(-1),
  ),
  relative(`(?:this|cet|ce) (${SEASON})`, ([, name], today) =>
    seasons(today, name!)
      .filter(({ to }) => to >= today)
      .slice(0, 1),
  ),
  relative(`next (${SEASON})|l? ?(${SEASON}) prochain`, ([, en, fr], today) =>
    seasons(today, en ?? fr!)
      .filter(({ from }) => from > today)
      .slice(0, 1),
  ),
  weak(`(${NAME})`, ([, m], today) => yearly(today, (y) => monthIn(y, numberOf(m)))),
  weak('(\\d{4})', ([, y]) => (/^(?:19|20)/.test(y!) ? [yearOf(`${y}-01-01`)] : null)),
  relative('today|tonight|this (?:morning|afternoon|evening)|aujourd hui|ce (?:matin|soir)', (_, today) => [
    { from: today, to: today },
  ]),
  relative('(?:the )?day before yesterday|avant hier', (_, today) => around(addDays(today, -2), 0)),
  relative('yesterday|hier', (_, today) => around(addDays(today, -1), 0)),
  relative('(?:the )?day after tomorrow|apres demain', (_, today) => around(addDays(today, 2), 0)),
  relative('tomorrow|demain', (_, today) => around(addDays(today, 1), 0)),
  relative(`(?:this|current|cette|ce|cet) (${UNIT})(?: ci)?`, ([, unit], today) => shifted(unit, 0, today)),
  relative(`(?:last|previous) (${UNIT})`, ([, unit], today) => shifted(unit, -1, today)),
  relative(`(?:la |le |l )?(${UNIT}) (?:dernier|derniere|passe|passee|precedente?)`, ([, unit], today) =>
    shifted(unit, -1, today),
  ),
  relative(`(?:next|coming) (${UNIT})`, ([, unit], today) => shifted(unit, 1, today)),
  relative(`(?:la |le |l )?(${UNIT}) (?:prochaine?|suivante?|qui vient)`, ([, unit], today) =>
    shifted(unit, 1, today),
  ),
  relative(`(?:the )?(?:last|past|previous) (?:(${COUNT}) )?(${UNIT})`, ([, count, unit], today) => [
    { from: moved(today, -numberFor(count, unit), unit!), to: today },
  ]),
  relative(
    `(?:les |ces |des )?(?:(${COUNT}) )?(?:derniers|dernieres) (${UNIT})|(?:ces|les) (${COUNT}) (${UNIT})`,
    ([, count, unit], today) =>
      unit === undefined ? null : [{ from: moved(today, -numberFor(count, unit), unit), to: today }],
  ),
  relative(`(?:the )?next (${COUNT}) (${UNIT})`, ([, count, unit], today) => ahead(count, unit!, today)),
  relative(`(?:les |ces )?(?:(${COUNT}) )?(?:prochains|prochaines) (${UNIT})`, ([, count, unit], today) =>
    ahead(count, unit!, today),
  ),
  relative(`(${COUNT}) (${UNIT}) ago`, ([, count, unit], today) => ago(count, unit!, today)),
  relative(`il y a (?:environ )?(${COUNT}) (${UNIT})`, ([, count, unit], today) => ago(count, unit!, today)),
  relative(`dans (${COUNT}) (${UNIT})`, ([, count, unit], today) =>
    around(moved(today, numberFor(count, unit), unit!), fuzz(unit!)),
  ),
  relative(`(?:last |on last )(${WEEKDAY})`, ([, day], today) => around(weekdayFrom(today, -1, day!), 0)),
  relative(`(${WEEKDAY}) (?:dernier|passe)`, ([, day], today) => around(weekdayFrom(today, -1, day!), 0)),
  relative(`(?:this |coming |ce )(${WEEKDAY})`, ([, day], today) => around(weekdayFrom(today, 1, day!), 0)),
  relative(`next (${WEEKDAY})|(${WEEKDAY}) prochain`, ([, en, fr], today) => {
    // People disagree about the day of this week, so it is the second reading.
    const days = [weekdayNextWeek(today, en ?? fr!), weekdayFrom(today, 1, en ?? fr!)];
    return [...new Set(days)].flatMap((day) => around(day, 0));
  }),
  // Not every one (`le jeudi`), and not that of a date (`jeudi 19 novembre`).
  relative(`(?<!(?:le|les|du|chaque|each|every) )(${WEEKDAY})(?! (?:\\d|${SHORT}))`, ([, day], today) => [
    ...around(weekdayFrom(today, -1, day!), 0),
    ...around(weekdayFrom(today, 1, day!), 0),
  ]),
];

function absolute(source: string, read: PointReader['read']): PointReader {
  return { pattern: new RegExp(`(?:the |le )?(?:${source})${END}`, 'y'), read, kind: 'absolute' };
}

function relative(source: string, read: PointReader['read']): PointReader {
  return { pattern: new RegExp(`(?:${source})${END}`, 'y'), read, kind: 'relative' };
}

function weak(source: string, read: PointReader['read']): PointReader {
  return { pattern: new RegExp(`(?:${source})${END}`, 'y'), read, kind: 'weak' };
}

function dayAt(year: string | number | undefined, month: unknown, day: string | undefined): Span[] | null {
  const iso = isoDay(Number(year), Number(month), Number(day));
  return iso === null ? null : [{ from: iso, to: iso }];
}

function monthIn(year: number, month: number): Span[] | null {
  const first = isoDay(year, month, 1);
  return first === null ? null : [monthOf(first)];
}

function quarterIn(year: number, number: string | undefined, nth: string | undefined): Span[] {
  const quarter = Number(number ?? ORDINALS.findIndex((words) => words.some((word) => word === nth)) + 1);
  return [threeMonthsFrom(isoDay(year, 3 * quarter - 2, 1)!)];
}

/** A winter is that of the year in which it begins. */
function seasonIn(year: number, name: string): Span {
  const { month } = SEASONS.find(({ names }) => names.some((other) => other === name))!;
  return threeMonthsFrom(isoDay(year, month, 1)!);
}

/** Those around a day, in order. */
function seasons(today: string, name: string): Span[] {
  const year = Number(today.slice(0, 4));
  return [year - 2, year - 1, year, year + 1].map((each) => seasonIn(each, name));
}

function numberOf(name: string | undefined): number {
  return SHORT_NAMES.findIndex((names) => names.includes(name!)) + 1;
}

/** Without its year: the last one that has begun, then the next. */
function yearly(today: string, spansIn: (year: number) => Span[] | null): Span[] | null {
  const year = Number(today.slice(0, 4));
  const all = [year - 1, year, year + 1].flatMap((each) => spansIn(each) ?? []);
  const past = all.findLast(({ from }) => from <= today);
  const next = all.find(({ from }) => from > today);
  return past === undefined && next === undefined ? null : [past, next].filter((span) => span !== undefined);
}

function shifted(unit: string | undefined, by: number, today: string): Span[] {
  const kind = UNITS[unit!]!;
  if (kind === 'day') return around(addDays(today, by), 0);
  if (kind === 'month') return [monthOf(addMonths(`${today.slice(0, 8)}01`, by))];
  if (kind === 'quarter') return [quarterOf(addMonths(`${today.slice(0, 8)}01`, 3 * by))];
  if (kind === 'year') return [yearOf(addMonths(`${today.slice(0, 8)}01`, 12 * by))];
  const week = weekOf(addDays(today, 7 * by));
  return [kind === 'week' ? week : { from: addDays(week.from, 5), to: week.to }];
}

function numberFor(count: string | undefined, unit: string | undefined): number {
  if (count === undefined) return /s$/.test(unit!) && unit !== 'mois' ? 3 : 1;
  return NUMBERS[count] ?? Number(count);
}

function moved(day: string, by: number, unit: string): string {
  const kind = UNITS[unit]!;
  if (kind === 'month') return addMonths(day, by);
  if (kind === 'quarter') return addMonths(day, 3 * by);
  if (kind === 'year') return addMonths(day, 12 * by);
  return addDays(day, kind === 'day' ? by : 7 * by);
}

function ahead(count: string | undefined, unit: string, today: string): Span[] {
  return [{ from: today, to: moved(today, numberFor(count, unit), unit) }];
}

/** `two weeks ago` is not an exact day. */
function ago(count: string | undefined, unit: string, today: string): Span[] {
  return around(moved(today, -numberFor(count, unit), unit), fuzz(unit));
}

function fuzz(unit: string): number {
  return { day: 1, week: 3, weekend: 3, month: 15, quarter: 45, year: 120 }[UNITS[unit]!];
}

function around(day: string, days: number): Span[] {
  return [{ from: addDays(day, -days), to: addDays(day, days) }];
}
