import { localDate } from '../../shared/clock.js';
import { RappelError } from '../../shared/errors.js';
import { dayOf, isoDay } from '../text/dates.js';
import { fold } from '../text/fold.js';

/**
 * A bound as people write it: an ISO date (or month, or year), `7 days ago`, `il y a 7 jours`, `yesterday`, `hier`.
 * `from` is the first day that counts, `to` the last.
 */
export function parseBound(parameter: string, input: string, side: 'from' | 'to', now: Date): string {
  const text = fold(input).trim().replaceAll('’', "'");
  const iso = /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:[t ]\d{2}:\d{2}(?::\d{2})?)?)?)?$/.exec(text);
  const bound = iso !== null ? boundOfIso(iso, side) : (boundInWords(text, now) ?? dayOf(input));
  if (bound !== null) return bound;
  throw new RappelError(
    'invalid_input',
    `${parameter}: got ${JSON.stringify(input)}, expected a date like 2025-07-14 or "7 days ago"`,
    { hint: 'Also understood: 2025-07, 2025, yesterday, il y a 7 jours, hier.' },
  );
}

function boundOfIso(iso: RegExpExecArray, side: 'from' | 'to'): string | null {
  const year = Number(iso[1]);
  const month = iso[2] === undefined ? (side === 'from' ? 1 : 12) : Number(iso[2]);
  if (month < 1 || month > 12) return null;
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return isoDay(year, month, iso[3] === undefined ? (side === 'from' ? 1 : lastDay) : Number(iso[3]));
}

function boundInWords(text: string, now: Date): string | null {
  if (['today', "aujourd'hui"].includes(text)) return localDate(now);
  if (['yesterday', 'hier'].includes(text)) return before(now, 1, 0);
  const match =
    /^(\d{1,5}|an?|one) (day|week|month|year)s? ago$/.exec(text) ??
    /^il y a (\d{1,5}|une?) (jour|semaine|mois|an|annee)s?$/.exec(text);
  if (match === null) return null;
  const count = /^\d/.test(match[1]!) ? Number(match[1]) : 1;
  return before(now, count * (DAYS[match[2]!] ?? 0), count * (MONTHS[match[2]!] ?? 0));
}

const DAYS: Record<string, number> = { day: 1, jour: 1, week: 7, semaine: 7 };
const MONTHS: Record<string, number> = { month: 1, mois: 1, year: 12, an: 12, annee: 12 };

function before(now: Date, days: number, months: number): string {
  const date = new Date(now.getFullYear(), now.getMonth() - months, 1);
  // 31 March minus a month is the last day of February, not some day in March.
  const lastDay = new Date(date.getFullYear(), date.getMonth() + 1, 0).getDate();
  date.setDate(Math.min(now.getDate(), lastDay) - days);
  return date.getFullYear() < 0 ? '0000-01-01' : localDate(date);
}
