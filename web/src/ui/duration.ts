import type { Language } from '../i18n/messages.js';

/** How long something took: `0.4 s`, `1 min 12 s`. */
export function duration(ms: number, language: Language): string {
  const seconds = ms / 1_000;
  const whole = Math.round(seconds);
  if (whole >= 60) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  const digits = seconds < 10 ? 1 : 0;
  return `${new Intl.NumberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(seconds)} s`;
}
