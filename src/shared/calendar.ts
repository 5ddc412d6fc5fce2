/** Days as `YYYY-MM-DD`, both included. */
export interface Span {
  from: string;
  to: string;
}

export const FIRST_DAY = '0000-01-01';
export const LAST_DAY = '9999-12-31';

export function addDays(day: string, days: number): string {
  return shown(new Date(timeOf(day) + days * 86_400_000));
}

/** The same day of another month, or its last one: a month before 31 March is 28 or 29 February. */
export function addMonths(day: string, months: number): string {
  const first = new Date(timeOf(`${day.slice(0, 8)}01`));
  first.setUTCMonth(first.getUTCMonth() + months);
  const last = lastDayOf(first.getUTCFullYear(), first.getUTCMonth() + 1);
  first.setUTCDate(Math.min(Number(day.slice(8)), last));
  return shown(first);
}

/** From Monday to Sunday. */
export function weekOf(day: string): Span {
  const from = addDays(day, 1 - weekdayOf(day));
  return { from, to: addDays(from, 6) };
}

export function monthOf(day: string): Span {
  const [year, month] = day.split('-').map(Number) as [number, number];
  return { from: `${day.slice(0, 8)}01`, to: `${day.slice(0, 8)}${lastDayOf(year, month)}` };
}

/** Three months from the one of this day on. */
export function threeMonthsFrom(day: string): Span {
  const { from } = monthOf(day);
  return { from, to: addDays(addMonths(from, 3), -1) };
}

export function quarterOf(day: string): Span {
  const month = Number(day.slice(5, 7));
  return threeMonthsFrom(addMonths(`${day.slice(0, 8)}01`, -((month - 1) % 3)));
}

export function yearOf(day: string): Span {
  return { from: `${day.slice(0, 4)}-01-01`, to: `${day.slice(0, 4)}-12-31` };
}

/** 1 for Monday to 7 for Sunday. */
export function weekdayOf(day: string): number {
  return new Date(timeOf(day)).getUTCDay() || 7;
}

export function lastDayOf(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** `2025-07-11`, `2025-06-30..2025-07-06`, `..2025-05-31`: the same in every language. */
export function describeSpan({ from, to }: Span): string {
  if (from === to) return from;
  return `${from === FIRST_DAY ? '' : from}..${to === LAST_DAY ? '' : to}`;
}

export function isWithin(day: string, spans: readonly Span[]): boolean {
  return spans.some(({ from, to }) => from <= day && day <= to);
}

function timeOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}

/** Within the years that four digits can name. */
function shown(date: Date): string {
  const year = date.getUTCFullYear();
  if (Number.isNaN(year) || year < 0) return FIRST_DAY;
  if (year > 9999) return LAST_DAY;
  return isoDay(year, date.getUTCMonth() + 1, date.getUTCDate()) ?? FIRST_DAY;
}

/** `YYYY-MM-DD`, or null for a day that does not exist. */
export function isoDay(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null;
  return `${String(year).padStart(4, '0')}-${pad(month)}-${pad(day)}`;
}

function pad(value: number): string {
  return String(value).padStart(2, '0');
}
