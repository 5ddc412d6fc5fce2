import { localDate } from '../../shared/clock.js';
import { RappelError } from '../../shared/errors.js';
import { addDays, addMonths, lastDayOf } from '../text/calendar.js';
import { dayOf, isoDay } from '../text/dates.js';
import { fold } from '../text/fold.js';
import { timeOf } from './asked-time.js';

/**
 * A bound as people write it: an ISO date (or month, or year), `7 days ago`, `il y a 7 jours`, `last week`, `hier`, `March`.
 * `from` is the first day that counts, `to` the last.
 */
export function parseBound(parameter: string, input: string, side: 'from' | 'to', today: string): string {
  const text = fold(input).trim().replaceAll('’', "'");
  const iso = /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:[t ]\d{2}:\d{2}(?::\d{2})?)?)?)?$/.exec(text);
  const bound =
    iso !== null
      ? boundOfIso(iso, side)
      : (exactlyAgo(text, today) ?? timeOf(input, today)?.[side] ?? dayOf(input));
  if (bound !== null) return bound;
  throw new RappelError(
    'invalid_input',
    `${parameter}: got ${JSON.stringify(input)}, expected a date like 2025-07-14 or "7 days ago"`,
    { hint: 'Also understood: 2025-07, 2025, yesterday, last week, March, il y a 7 jours, hier.' },
  );
}

/** The day on which a question is asked: the one that is given, or today. */
export function dayAsked(askedOn: string | null | undefined, now: Date): string {
  const today = localDate(now);
  return askedOn ? parseBound('asked_on', askedOn, 'from', today) : today;
}

function boundOfIso(iso: RegExpExecArray, side: 'from' | 'to'): string | null {
  const year = Number(iso[1]);
  const month = iso[2] === undefined ? (side === 'from' ? 1 : 12) : Number(iso[2]);
  if (month < 1 || month > 12) return null;
  const lastDay = lastDayOf(year, month);
  return isoDay(year, month, iso[3] === undefined ? (side === 'from' ? 1 : lastDay) : Number(iso[3]));
}

/** As a bound, `two weeks ago` is an exact day. */
function exactlyAgo(text: string, today: string): string | null {
  const match =
    /^(\d{1,5}|an?|one) (day|week|month|year)s? ago$/.exec(text) ??
    /^il y a (\d{1,5}|une?) (jour|semaine|mois|an|annee)s?$/.exec(text);
  if (match === null) return null;
  const count = /^\d/.test(match[1]!) ? Number(match[1]) : 1;
  const unit = match[2]!;
  return addDays(addMonths(today, -count * (MONTHS[unit] ?? 0)), -count * (DAYS[unit] ?? 0));
}

const DAYS: Record<string, number> = { day: 1, jour: 1, week: 7, semaine: 7 };
const MONTHS: Record<string, number> = { month: 1, mois: 1, year: 12, an: 12, annee: 12 };
