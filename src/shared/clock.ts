/** The time, as a port: tests bring their own. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** Local time as the vault writes it: `2025-07-14T18:30:00`. */
export function localTimestamp(date: Date): string {
  return `${localDate(date)}T${pad(date.getHours())}:${pad(date.getMinutes())}:${pad(date.getSeconds())}`;
}

/** The same as people read it, to the minute: `2025-07-14 18:30`. */
export function localMinute(date: Date): string {
  return localTimestamp(date).slice(0, 16).replace('T', ' ');
}

/** The local day: `2025-07-14`. */
export function localDate(date: Date): string {
  return `${String(date.getFullYear()).padStart(4, '0')}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}

function pad(value: number): string {
  return String(value).padStart(2, '0');
}
