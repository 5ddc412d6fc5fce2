import type { History } from '../history/history.js';

/** The ids of updates with an entry in the history, and those entries' ids. */
export async function recordedUpdates(history: History): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const { id, source, input } of await history.entries())
    if (source === 'update' && input !== null) found.set(input, id);
  return found;
}
