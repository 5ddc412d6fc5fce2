import { addDays, type Span } from '../../shared/calendar.js';
import { fold } from '../../shared/fold.js';
import { daysMeant, readTimes, type Time } from '../../shared/times.js';

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
  return readTimes(text, { today, towards: isAhead ? 'future' : 'past' }).flatMap((time) => {
    const { from, to, others, lead, isRelative } = time;
    // What lies before or since a time has one reading.
    const readings = lead === null ? [{ from, to }, ...others] : [{ from, to }];
    const left = isAhead ? readings.filter((span) => span.to >= today) : readings;
    const spans = (left.length > 0 ? left : readings)
      .map((span) => daysMeant({ ...time, ...(lead === null ? near(span, time) : span) }, today))
      .filter((span) => span.from <= span.to);
    const words = fold(time.text)
      .split(/[^a-z0-9]+/)
      .filter((word) => word !== '');
    return spans.length === 0 ? [] : [{ spans, words, isRelative }];
  });
}

/** The days around one that is not exact: what happened `two weeks ago` may be a few days older. */
function near({ from, to }: Span, { isAbout, precision }: Time): Span {
  const days = isAbout && from === to ? AROUND[precision] : 0;
  return { from: addDays(from, -days), to: addDays(to, days) };
}

const AROUND = { day: 1, week: 3, month: 15, quarter: 45, season: 45, year: 120 } as const;
