import type { History, HistoryEntry } from '../history/history.js';
import { createTimeline } from '../history/timeline.js';
import type { Disk } from './disk.js';
import { createFollowRuns, type FollowRuns } from './follow-runs.js';
import { createTexts, type Texts } from './texts.js';

/** What citations are checked against. */
export interface Past {
  runs: FollowRuns;
  texts: Texts;
  disk: Disk;
  newest: HistoryEntry;
}

/** Null where nothing was ever recorded. */
export async function openPast(history: History, disk: Disk): Promise<Past | null> {
  if (!history.available) return null;
  const entries = await history.entries();
  const [oldest, newest] = [entries[0], entries.at(-1)];
  if (oldest === undefined || newest === undefined) return null;
  const texts = createTexts(history);
  const runs = createFollowRuns({ history, timeline: createTimeline(entries), texts, oldest, newest, disk });
  return { runs, texts, disk, newest };
}
