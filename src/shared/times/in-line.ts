import { addDays, addMonths, isoDay, type Span, weekdayOf, weekOf } from '../calendar.js';
import { EDGE } from './from-today.js';
import { SHORT_WEEKDAY, WEEKDAY } from './named.js';
import type { Group, Point, Precision, TimeContext } from './point.js';

/** A time in a line, with what leads to it. */
export interface PlacedTime {
  start: number;
  end: number;
  /** The days that are named, `YYYY-MM-DD`, both included; of `before March` they are those of March: see `daysMeant`. */
  from: string;
  to: string;
  /** Further readings, the likeliest first: `in March` is the last one or the next. */
  others: Span[];
  lead: Lead | null;
  /** The time of day beside it, `14:30`. */
  at: string | null;
  until: string | null;
  precision: Precision;
  /** True for words that only mean something on the day they are said: `last week`, not `March`. */
  isRelative: boolean;
  /** True where the day may be another near it: `two weeks ago`, `mid-March`. */
  isAbout: boolean;
}

type Lead = 'since' | 'after' | 'before' | 'by';

/** The times of a line of plain words. */
export function timesInLine(line: string, groups: readonly Group[], context: TimeContext): PlacedTime[] {
  const found = longest(line, pointsIn(line, context.today, groups));
  const points = found.map((point) => inMonthBeside(line, point, found, context));
  const times: PlacedTime[] = [];
  for (let at = 0; at < points.length; at++) {
    const next = points[at + 1];
    const range =
      next === undefined
        ? null
        : (dayInWeek(line, points[at]!, next) ?? rangeOf(line, points[at]!, next, context));
    const time = range ?? timeOf(line, points[at]!, context);
    if (range !== null) at++;
    if (time !== null) times.push(time);
  }
  return withClocks(line, times);
}

function pointsIn(line: string, today: string, groups: readonly Group[]): Point[] {
  return groups
    .flatMap(({ readers }) => readers())
    .flatMap(({ pattern, read }) =>
      [...line.matchAll(pattern)].flatMap((match) => {
        const found = read(match, today);
        if (found === null || found.spans.length === 0) return [];
        const { index: start } = match;
        return [
          { precision: 'day' as const, isRelative: true, ...found, start, end: start + match[0].length },
        ];
      }),
    );
}

/** Of those that overlap, the longest; a weekday right before its date is part of it. */
function longest(line: string, found: readonly Point[]): Point[] {
  const kept: Point[] = [];
  const points = found.map((point) => {
    if (point.isRelative || point.precision !== 'day') return point;
    const weekday = WEEKDAY_BEFORE.exec(line.slice(Math.max(0, point.start - 20), point.start));
    return weekday === null ? point : { ...point, start: point.start - weekday[0].length, needsLead: false };
  });
  for (const point of points.sort((a, b) => b.end - b.start - (a.end - a.start)))
    if (kept.every(({ start, end }) => point.end <= start || point.start >= end)) kept.push(point);
  return kept.sort((a, b) => a.start - b.start);
}

const WEEKDAY_BEFORE = new RegExp(
  `(?<![a-z])(?:le |the )?(?:${WEEKDAY}|${SHORT_WEEKDAY})[.,]? (?:the |le )?$`,
);

/** A day without its month is one of the month that is named beside it: `le 29 janvier plutôt que le 22`. */
function inMonthBeside(
  line: string,
  point: Point,
  points: readonly Point[],
  { today, towards }: TimeContext,
): Point {
  const day = point.spans[0]!.from.slice(8);
  if (point.every !== 'month' || point.spans.some(({ from, to }) => from !== to)) return point;
  const between = (other: Point) =>
    line.slice(Math.min(point.end, other.end), Math.max(point.start, other.start));
  const beside = points.find((other) => {
    const isDated = other.precision === 'day' && other.every !== 'month' && !other.isRelative;
    return isDated && between(other).length <= FARTHEST && !SENTENCE_END.test(between(other));
  });
  if (beside === undefined) return point;
  const [of] = beside.every ? ordered(beside.spans, null, today, towards) : beside.spans;
  const [year, month] = of!.from.split('-').map(Number);
  const meant = isoDay(year!, month!, Number(day));
  return meant === null ? point : { ...point, spans: [{ from: meant, to: meant }], every: undefined };
}

const LEADS: readonly { lead: Lead | null; pattern: RegExp }[] = [
  { lead: 'before', pattern: /(?:\b(?:before|prior to|avant))(?: the| le| la| l)? $/ },
  {
    lead: 'by',
    pattern:
      /\b(?:d ici|d ici a|d ici au|(?:no later than|by|until|till|up to)|jusqu (?:a|au|en)|au plus tard)(?: the| le| la| l)? $/,
  },
  {
    lead: 'since',
    pattern: /\b(?:since|starting|depuis|(?:a partir|a compter) (?:de|du)|des)(?: the| le| la| l)? $/,
  },
  { lead: 'after', pattern: /\b(?:after|apres)(?: the| le| la| l)? $/ },
  {
    lead: null,
    pattern:
      /\b(?:in|on|during|over|of|for|from|this|last|next|en|de|d|du|au|a l|pour|pendant|durant|courant)(?: the| le| la| l| l annee| mois de)? $/,
  },
];

/** A point with what leads to it. Null for a day that comes back, and for words that are no time without a lead. */
function timeOf(line: string, point: Point, context: TimeContext): PlacedTime | null {
  const { today, towards } = context;
  if (point.repeats) return null;
  let { start, spans, isAbout = false, precision } = point;
  const edge = precision === 'day' ? null : EDGE_BEFORE.exec(line.slice(Math.max(0, start - 30), start));
  const week = precision !== 'day' ? null : WEEK_BEFORE.exec(line.slice(Math.max(0, start - 30), start));
  if (edge !== null) {
    start -= edge[0].length;
    spans = spans.map((span) => edgeOf(span, edge[0]));
    isAbout = true;
  } else if (week !== null) {
    start -= week[0].length;
    spans = spans.map(({ from }) => weekOf(from));
    precision = 'week';
  }
  const before = line.slice(Math.max(0, start - 40), start);
  const found = LEADS.map(({ lead, pattern }) => ({ lead, words: pattern.exec(before)?.[0] })).find(
    ({ words }) => words !== undefined,
  );
  const isWhole = start === 0 && point.end === line.length;
  const words = found?.words ?? ARTICLE.exec(before)?.[0];
  const isLed = found !== undefined || edge !== null || (words !== undefined && precision === 'day');
  if (point.needsLead && !isLed && !isWhole) return null;
  const lead = found?.lead ?? null;
  const isAhead = found?.words?.startsWith('d ici');
  const [first, ...others] = point.every ? ordered(spans, lead, today, isAhead ? 'future' : towards) : spans;
  if (first === undefined) return null;
  const { isRelative } = point;
  const end = point.end + (precision === 'day' ? (DAY_PART.exec(line.slice(point.end))?.[0].length ?? 0) : 0);
  start -= words?.length ?? 0;
  return { ...PLAIN, start, end, ...first, others, lead, precision, isRelative, isAbout };
}

const DAY_PART = /^ (?:in the |at )?(?:matin|soir|apres midi|morning|afternoon|evening|night)(?![a-z])/;
const ARTICLE = /\b(?:le|the) $/;
const EDGE_BEFORE = new RegExp(`(?<![a-z])${EDGE}$`);
const WEEK_BEFORE = /\b(?:la )?semaine du $|\b(?:the )?week of (?:the )?$/;

function edgeOf({ from, to }: Span, words: string): Span {
  if (/^(?:la |the )?(?:fin|end|late)/.test(words)) return { from: to, to };
  if (!/^(?:la |the )?mi/.test(words)) return { from, to: from };
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000;
  const middle = addDays(from, Math.floor(days / 2) - (days === 30 ? 1 : 0));
  return { from: middle, to: middle };
}

/** What is said to be before a day lies close to it; what lasts since a day has begun. */
function ordered(
  spans: readonly Span[],
  lead: Lead | null,
  today: string,
  towards: TimeContext['towards'],
): Span[] {
  const left = spans.filter(({ to }) => to >= today);
  const over = spans.filter(({ to }) => to < today).reverse();
  if (towards === 'future') return [...left, ...over];
  if (lead !== 'before' && lead !== 'by') return [...spans];
  const distance = ({ from }: Span) => Math.abs(Date.parse(from) - Date.parse(today));
  return [...spans].sort((a, b) => distance(a) - distance(b));
}

/** `between March and May`, `du 3 au 5 mars`, `Monday to Friday`. */
function rangeOf(line: string, left: Point, right: Point, context: TimeContext): PlacedTime | null {
  const middle = line.slice(left.end, right.start);
  const lead = /\b(?:between|from|entre|du|de) (?:le |the )?$/.exec(line.slice(0, left.start))?.[0];
  const isFrom = lead !== undefined || /^du /.test(line.slice(left.start, left.end));
  if (!(isFrom ? JOINED : THROUGH).test(middle)) return null;
  const needsLead = left.needsLead && right.needsLead && !isFrom;
  if (needsLead) return null;
  const { today, towards } = context;
  const starts = left.every ? ordered(left.spans, null, today, towards) : left.spans;
  const ends = right.every
    ? [...right.spans, ...right.spans.map((span) => laterBy(right.every!, span))]
    : right.spans;
  let first: string | undefined = starts[0]!.from;
  // `entre le 3 et le 5 août`
  if (left.every === 'month' && right.every === 'year') {
    const { from } = ordered(right.spans, null, today, towards)[0]!;
    first = before(`${from.slice(0, 8)}${first.slice(8)}`, from, 1);
  } else if (left.every === 'year' && !right.every)
    first = before(inYearOf(first, ends[0]!.from), ends[0]!.to, 12);
  const last = ends.find(({ from }) => from >= first);
  if (last === undefined) return null;
  const { precision, end } = right;
  const isRelative = left.isRelative || right.isRelative;
  const start = left.start - (lead?.length ?? 0);
  return { ...PLAIN, start, end, from: first, to: last.to, precision, isRelative };
}

const JOINED = /^ ?(?:and|to|et|au|a|until|jusqu au|-) ?(?:le |the )?$/;
const THROUGH = /^ ?(?:to|au|until|through|jusqu au|-) ?(?:le |the )?$/;

function laterBy(period: NonNullable<Point['every']>, { from, to }: Span): Span {
  const later = (day: string) =>
    period === 'week' ? addDays(day, 7) : addMonths(day, period === 'month' ? 1 : 12);
  return { from: later(from), to: later(to) };
}

/** In `from March to May 2024` the year of the second is that of the first too. */
function inYearOf(day: string, other: string): string {
  return `${other.slice(0, 4)}${day.slice(4)}`;
}

function before(day: string, limit: string, months: number): string {
  return day <= limit ? day : addMonths(day, -months);
}

/** `vendredi de la semaine prochaine`, `Monday next week`. */
function dayInWeek(line: string, day: Point, week: Point): PlacedTime | null {
  if (day.every !== 'week' || week.precision !== 'week' || week.isAbout) return null;
  if (!/^ (?:of |in |de )?$/.test(line.slice(day.end, week.start))) return null;
  const from = addDays(week.spans[0]!.from, weekdayOf(day.spans[0]!.from) - 1);
  return { ...PLAIN, start: day.start, end: week.end, from, to: from, precision: 'day', isRelative: true };
}

const PLAIN = { others: [], lead: null, at: null, until: null, isAbout: false };

/** The times of day, each beside the day that is closest in the line. */
function withClocks(line: string, times: readonly PlacedTime[]): PlacedTime[] {
  const result = times.map((time) => ({ ...time }));
  for (const { start, end, at, until } of result.length === 0 ? [] : clocksIn(line)) {
    const distance = (time: PlacedTime) => Math.max(start - time.end, time.start - end);
    const time = result.reduce((best, other) => (distance(other) < distance(best) ? other : best));
    const between = line.slice(Math.min(time.end, start), Math.max(time.start, start));
    if (time.at !== null || between.length > FARTHEST || SENTENCE_END.test(between)) continue;
    Object.assign(time, { at, until });
    if (start >= time.end && CLOSE.test(between)) time.end = end;
    if (end <= time.start && /^ ?$/.test(line.slice(end, time.start))) time.start = start;
  }
  return result;
}

const CLOSE = /^,?(?: (?:a|at|de|des|from|entre|between|vers))? ?$/;

/** Characters between a day and its time of day. */
const FARTHEST = 60;
/** Not the dot of `déc.` */
const SENTENCE_END = /[^. ]{6,}\. |[!?;] /;

/** A time of day in a line of plain words, `14:30`, with the end of `14h-16h`. */
interface TimeOfDay {
  start: number;
  end: number;
  at: string;
  until: string | null;
}

function clocksIn(line: string): TimeOfDay[] {
  return [...line.matchAll(CLOCKS)].flatMap(({ index: start, 0: words, groups = {} }) => {
    const at = clockOf(groups.at!, groups.until);
    const until = groups.until === undefined ? null : clockOf(groups.until, undefined);
    return at === null ? [] : [{ start, end: start + words.length, at, until }];
  });
}

const CLOCK =
  '\\d{1,2}:\\d\\d(?::\\d\\d)?(?: ?[ap]\\.?m\\b)?|\\d{1,2} ?[ap]\\.?m\\b|\\d{1,2} ?h(?:eures?)?(?: ?\\d\\d)?';
const NAMED = 'noon|midday|(?<!apres )midi|midnight|minuit';
const CLOCKS = new RegExp(
  `(?:(?<![\\w:./-])|(?<=\\dt))(?<at>${CLOCK}|\\d{1,2}(?=-\\d{1,2} ?[ap]m)|${NAMED})(?: ?(?:-|a|to|et|and|until) ?(?<until>${CLOCK}))?(?![\\w:])`,
  'g',
);
/** `14:30`; null where there is no such time. In `2-4pm`, what is said of the end is said of the start. */
function clockOf(words: string, until: string | undefined): string | null {
  if (/^noon|^midd|^midi/.test(words)) return '12:00';
  if (/^mid|^min/.test(words)) return '00:00';
  const [hour = 0, minute = 0] = words.match(/\d+/g)!.map(Number);
  const half =
    /[ap](?=\.?m)/.exec(words)?.[0] ??
    (/^\d+$/.test(words) ? /[ap](?=\.?m)/.exec(until ?? '')?.[0] : undefined);
  const value = half === undefined ? hour : (hour % 12) + (half === 'p' ? 12 : 0);
  if (value > 23 || minute > 59 || (half !== undefined && hour > 12)) return null;
  return `${String(value).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}
