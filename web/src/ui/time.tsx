import { serviceZone } from '../api/send.js';
import { useStore } from '../api/store.js';
import { localeOf, useLanguage, useText } from '../i18n/language.js';
import type { Language } from '../i18n/messages.js';

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

/** The moment of a local time in a time zone, the browser's own if it is not known. A time that names its offset needs none. */
export function momentOf(local: string, zone: string | null): Date {
  const text = local.replace(' ', 'T');
  const own = new Date(text);
  if (zone === null || /(?:Z|[+-]\d\d:\d\d)$/.test(text) || Number.isNaN(own.getTime())) return own;
  const asUtc = new Date(`${text}Z`).getTime();
  // Around a change of the clock the first guess may lie on its other side.
  const guess = asUtc - offsetAt(asUtc, zone);
  return new Date(asUtc - offsetAt(guess, zone));
}

/** How far a zone's clock is ahead of UTC at a moment, in milliseconds. */
function offsetAt(moment: number, zone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(moment);
  const of = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)!.value);
  const shown = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
  return shown - Math.floor(moment / 1_000) * 1_000;
}
