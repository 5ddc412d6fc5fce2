import { localeOf } from '../i18n/language.js';
import type { Language } from '../i18n/messages.js';

/** A day of the vault, `2025-07-14`, as one says it: `today`, `tomorrow`, `Friday 18 July`. */
export function dayName(day: string, today: string, language: Language): string {
  const distance = daysBetween(today, day);
  if (Math.abs(distance) <= 1)
    return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(distance, 'day');
  const options: Intl.DateTimeFormatOptions = { weekday: 'long', day: 'numeric', month: 'long' };
  if (day.slice(0, 4) !== today.slice(0, 4)) options.year = 'numeric';
  return new Intl.DateTimeFormat(localeOf(language), options).format(noonOf(day));
}

/** The same, short: `18 Jul`. */
export function shortDay(day: string, today: string, language: Language): string {
  if (Math.abs(daysBetween(today, day)) <= 1) return dayName(day, today, language);
  const options: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short' };
  if (day.slice(0, 4) !== today.slice(0, 4)) options.year = 'numeric';
  return new Intl.DateTimeFormat(localeOf(language), options).format(noonOf(day));
}

function daysBetween(from: string, to: string): number {
  return Math.round((noonOf(to).getTime() - noonOf(from).getTime()) / 86_400_000);
}

/** The local day after so many others. */
export function dayAfter(day: string, count: number): string {
  const date = noonOf(day);
  date.setDate(date.getDate() + count);
  return dayOf(date);
}

/** The local day of a moment. */
export function dayOf(date: Date): string {
  const pad = (number: number) => String(number).padStart(2, '0');
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}

export function noonOf(day: string): Date {
  return new Date(`${day}T12:00`);
}
