import { localDate } from '../../shared/clock.js';
import { RappelError } from '../../shared/errors.js';
import { daysMeant, readTimes } from '../../shared/times.js';

/**
 * A bound as people write it: an ISO date (or month, or year), `7 days ago`, `il y a 7 jours`, `last week`, `hier`, `March`.
 * `from` is the first day that counts, `to` the last.
 */
export function parseBound(parameter: string, input: string, side: 'from' | 'to', today: string): string {
  const text = input.trim();
  const [time, ...others] = readTimes(text, { today, towards: 'past' });
  // Beside a date with its year, other words are those of a format: `2025/07/14 (Mon) 09:30`.
  const isDate = time?.precision === 'day' && !time.isRelative && time.others.length + others.length === 0;
  if (time !== undefined && (isDate || time.text === text)) return daysMeant(time, today)[side];
  throw new RappelError('invalid_input', 'input.date', { parameter, given: JSON.stringify(input) });
}

/** The day on which a question is asked: the one that is given, or today. */
export function dayAsked(askedOn: string | null | undefined, now: Date): string {
  const today = localDate(now);
  return askedOn ? parseBound('asked_on', askedOn, 'from', today) : today;
}
