import type { UpdateStatus } from '../api/types.js';
import type { Messages } from '../i18n/en.js';

/** An update by what was given, where this browser knows it, or by what was done with it. */
export function titleOf(update: UpdateStatus, given: string | undefined, t: Messages): string {
  const text = given?.trim();
  if (text) return text.length > 280 ? `${text.slice(0, 279)}…` : text;
  // The files are listed below the title.
  return update.summary?.split('\n')[0]?.replace(/ \(vault\/.*$/, '') || t.activity.update;
}
