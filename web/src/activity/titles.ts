import type { LoadedUpdate } from '../api/queries.js';
import type { Messages } from '../i18n/en.js';

/** An update by what was given, or by what was done with it. */
export function titleOf(update: LoadedUpdate, t: Messages): string {
  const given = update.input?.text.trim();
  if (given) return given.length > 280 ? `${given.slice(0, 279)}…` : given;
  return update.summary?.split('\n')[0] || t.activity.update;
}
