import { addDays, FIRST_DAY, LAST_DAY, type Span } from '../text/calendar.js';
import { fold } from '../text/fold.js';
import { type Found, mayNamePoint, pointAt } from './time-points.js';

/** A time that a question names. */
export interface AskedTime {
  /** What it may mean, the likeliest first: `in March` is the last one or the next. */
  spans: Span[];
  /** Its words, folded. */
  words: string[];
  /** True for words that only mean something on the day of the question: `last week`, not `March`. */
  isRelative: boolean;
}

/**
 * The times that a text names, seen from a day (`YYYY-MM-DD`), in order. `isAhead` prefers readings that are not over:
 * in a question about what is due, `before Saturday` means the coming Saturday.
 */
export function timesIn(text: string, today: string, { isAhead = false } = {}): AskedTime[] {
  const line = evenly(text);
  const times: AskedTime[] = [];
  if (!mayNamePoint(line)) return times;
  for (let at = 0; at < line.length; ) {
    const found = timeAt(line, at, today, isAhead);
    if (found !== null) {
      const words = line
        .slice(at, found.end)
        .trim()
        .split(/[^a-z0-9]+/);
      if (found.spans.length > 0) times.push({ spans: found.spans, words, isRelative: found.isRelative });
    }
    const next = line.indexOf(' ', found?.end ?? at);
    at = next === -1 ? line.length : next + 1;
  }
  return times;
}

/** The time that a whole text is: `last week`, `avant juin`; null for anything else. */
export function timeOf(text: string, today: string): Span | null {
  if (!/^[\p{L}\p{N}]/u.test(text.trim())) return null;
  const line = evenly(text);
  const found = timeAt(line, 0, today) ?? pointAt(line, 0, today);
  return found?.end === line.length ? (found.spans[0] ?? null) : null;
}

/** Folded words with one space between them; signs only stay between digits, where they make a date. */
function evenly(text: string): string {
  return fold(text)
    .replaceAll(/(?<=\d)[-/.](?=\d)/g, '\u0000')
    .replaceAll(/[^\p{L}\p{N}\0]+/gu, ' ')
    .replaceAll('\0', '-')
    .trim();
}

/** A time with what leads to it: `since March`, `entre mars et mai`. */
function timeAt(line: string, at: number, today: string, isAhead = false): Found | null {
  const range = rangeAt(line, at, today);
  if (range !== null) return range;
  const read = (spans: readonly Span[]) => (isAhead ? notOver(spans, today) : spans);
  const alone = pointAt(line, at, today);
  if (alone !== null && !alone.needsLead) return { ...alone, spans: [...read(alone.spans)] };
  for (const { lead, apply } of LEADS) {
    const end = endOf(lead, line, at);
    const point = end === null ? null : pointAt(line, end, today);
    if (point === null) continue;
    return { ...point, spans: apply(read(point.spans), today).filter(({ from, to }) => from <= to) };
  }
  return null;
}

type Apply = (spans: readonly Span[], today: string) => Span[];

/** `in March` needs its `in`: names, verbs and numbers are spelled like months and years. */
const LEADS: readonly { lead: RegExp; apply: Apply }[] = [
  {
    lead: /(?:before|prior to|avant)(?: the| le| la| l| fin| debut)? /y,
    apply: (spans, today) => [{ from: FIRST_DAY, to: addDays(nearest(spans, today).from, -1) }],
  },
  {
    lead: /d ici(?: a| au)?(?: (?:la )?fin(?: du| de)?| (?:le )?debut(?: du| de)?| mi)?(?: le| la| l)? /y,
    apply: (spans, today) => [{ from: FIRST_DAY, to: notOver(spans, today)[0]!.to }],
  },
  {
    lead: /(?:by|until|till|up to|jusqu (?:a|au|en|a la))(?: the| le| la| l| fin| debut)? /y,
    apply: (spans, today) => [{ from: FIRST_DAY, to: nearest(spans, today).to }],
  },
  {
    lead: /(?:since|depuis|a partir de|a partir du|a compter du)(?: the| le| la| l| debut| fin| start of)? /y,
    apply: ([span], today) => [{ from: span!.from, to: span!.from <= today ? today : LAST_DAY }],
  },
  {
    lead: /(?:after|apres)(?: the| le| la| l)? /y,
    apply: ([span]) => [{ from: addDays(span!.to, 1), to: LAST_DAY }],
  },
  { lead: /(?:last) /y, apply: ([span]) => [span!] },
  { lead: /(?:next) /y, apply: (spans) => [spans.at(-1)!] },
  {
    lead: /(?:in|on|during|over|of|this|early|late|mid|en|de|au|pendant|durant|courant|debut|fin|mi|mois de|annee|l annee)(?: the| le)?(?: early| late| mid| debut| fin)? /y,
    apply: (spans) => [...spans],
  },
];

/** Those that are not over; all if every one is. */
function notOver(spans: readonly Span[], today: string): readonly Span[] {
  const left = spans.filter(({ to }) => to >= today);
  return left.length > 0 ? left : spans;
}

/** Of the occurrences of a month, the one that is closest to the day of the question. */
function nearest(spans: readonly Span[], today: string): Span {
  const distance = ({ from }: Span) => Math.abs(Date.parse(from) - Date.parse(today));
  return spans.reduce((best, span) => (distance(span) < distance(best) ? span : best));
}

/** `between March and May`, `du 3 au 5 mars`, `from Monday to Friday`. */
function rangeAt(line: string, at: number, today: string): Found | null {
  const start = endOf(/(?:between|from|entre|du|de) (?:le |the )?/y, line, at);
  if (start === null) return null;
  const left = pointAt(line, start, today) ?? dayNumberAt(line, start);
  if (left === null) return null;
  const middle = endOf(/ (?:and|to|et|au|a|until|jusqu au) (?:le |the )?/y, line, left.end);
  const right = middle === null ? null : pointAt(line, middle, today);
  if (right === null) return null;
  const to = right.spans[0]!;
  const from = 'spans' in left ? left.spans.findLast((span) => span.from <= to.to) : null;
  const first = 'spans' in left ? from?.from : `${to.from.slice(0, 8)}${left.day}`;
  const isRelative = right.isRelative;
  return { spans: first && first <= to.to ? [{ from: first, to: to.to }] : [], end: right.end, isRelative };
}

function dayNumberAt(line: string, at: number): { day: string; end: number } | null {
  const end = endOf(/(?:[12]?\d|3[01])(?:er|st|nd|rd|th)?(?= )/y, line, at);
  return end === null ? null : { day: String(Number.parseInt(line.slice(at), 10)).padStart(2, '0'), end };
}

function endOf(pattern: RegExp, line: string, at: number): number | null {
  pattern.lastIndex = at;
  return pattern.test(line) ? pattern.lastIndex : null;
}
