/** Exports change their format without notice: every field is checked before use, and a missing one is not an error. */

export type JsonRecord = Record<string, unknown>;

export function recordOf(value: unknown): JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonRecord) : {};
}

export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** From an ISO date (a date without time is local) or seconds since 1970; null if it is neither. */
export function dateOf(value: unknown): Date | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  if (typeof value === 'string' && !isIso(value)) return null;
  const date = new Date(
    typeof value === 'number' ? value * 1000 : value.length === 10 ? `${value}T00:00:00` : value,
  );
  return Number.isNaN(date.getTime()) || date.getFullYear() < 1970 || date.getFullYear() > 9999 ? null : date;
}

/** Other forms would be guessed: `03/04/2024` would be March 4th, `2024-02-31` March 2nd. */
function isIso(text: string): boolean {
  const iso = /^(\d{4})-(\d\d)-(\d\d)(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?$/.exec(
    text,
  );
  if (iso === null) return false;
  const [year, month, day] = [Number(iso[1]), Number(iso[2]), Number(iso[3])];
  return day >= 1 && month >= 1 && month <= 12 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

export function parseRecord(json: string): JsonRecord | null {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as JsonRecord)
      : null;
  } catch {
    return null;
  }
}
