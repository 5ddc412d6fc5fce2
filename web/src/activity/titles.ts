import type { UpdateStatus } from '../api/types.js';
import type { Messages } from '../i18n/en.js';

/** An update by what was given, or else by what was done with it. */
export function titleOf(update: UpdateStatus, t: Messages): string {
  if (update.title) return update.title;
  // The files are listed below the title.
  return update.summary?.split('\n')[0]?.replace(/ \(vault\/.*$/, '') || t.activity.update;
}
