import { serviceZone } from '../api/send.js';
import { useStore } from '../api/store.js';
import { localeOf, useLanguage, useText } from '../i18n/language.js';
import type { Language } from '../i18n/messages.js';
import { momentOf } from './moment.js';

const JUST_NOW_MS = 45_000;

/**
 * A local time of the vault (`2025-07-14T18:30:00`) as it was here, short, with the whole of it on hover. A number is a
 * moment as such.
 */
export function Time({
  at,
  style = 'ago',
}: {
  at: string | number;
  style?: 'ago' | 'clock' | 'day' | 'moment';
}) {
  const language = useLanguage();
  const t = useText();
  const zone = useStore(serviceZone);
  const date = typeof at === 'string' ? momentOf(at, zone) : new Date(at);
  if (Number.isNaN(date.getTime())) return <span>{at}</span>;
  const whole = new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'full', timeStyle: 'short' }).format(
    date,
  );
  return (
    <time dateTime={date.toISOString()} title={whole} className="whitespace-nowrap">
      {style === 'ago' && isJustNow(date) ? t.justNow : SHOWN[style](date, language)}
    </time>
  );
}

const SHOWN = {
  ago: (date: Date, language: Language) => ago(date, language),
  clock: (date: Date, language: Language) =>
    new Intl.DateTimeFormat(localeOf(language), { timeStyle: 'short' }).format(date),
  day: (date: Date, language: Language) => day(date, language),
  /** The time, with its day unless that is today. */
  moment: (date: Date, language: Language) => {
    const isToday = date.toDateString() === new Date().toDateString();
    const options: Intl.DateTimeFormatOptions = isToday
      ? { timeStyle: 'short' }
      : { dateStyle: 'medium', timeStyle: 'short' };
    return new Intl.DateTimeFormat(localeOf(language), options).format(date);
  },
};

const UNITS = [
  ['minute', 60],
  ['hour', 3_600],
  ['day', 86_400],
] as const;

function isJustNow(date: Date): boolean {
  return Math.abs(date.getTime() - Date.now()) < JUST_NOW_MS;
}

/** `3 hours ago` within the week, the date before. */
function ago(date: Date, language: Language): string {
  const seconds = (date.getTime() - Date.now()) / 1_000;
  const size = Math.abs(seconds);
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' });
  if (size > 7 * 86_400) return day(date, language);
  const [unit, length] = UNITS.findLast(([, least]) => size >= least) ?? UNITS[0];
  return relative.format(Math.round(seconds / length), unit);
}

function day(date: Date, language: Language): string {
  const sameYear = date.getFullYear() === new Date().getFullYear();
  const options: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short' };
  if (!sameYear) options.year = 'numeric';
  return new Intl.DateTimeFormat(localeOf(language), options).format(date);
}
