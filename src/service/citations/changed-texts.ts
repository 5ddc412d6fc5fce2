import type { VaultPath } from '../../vault/paths.js';
import type { HistoryEntry } from '../history/history.js';
import type { Timeline } from '../history/timeline.js';
import type { Disk } from './disk.js';
import type { ChangedText } from './run.js';
import type { Texts } from './texts.js';
import type { Unrecorded } from './unrecorded.js';

/** An entry with more files is an import or a reorganisation: lines that left their file are looked for on the disk. */
const MOST_OTHER_FILES = 200;

interface ChangedTextsDeps {
  timeline: Timeline;
  texts: Texts;
  newest: HistoryEntry;
  disk: Disk;
  unrecorded: Unrecorded;
}

/** The texts that an entry changed, without those of `except`; for no entry, the texts that are not recorded yet. */
export async function changedTexts(
  { timeline, texts, newest, disk, unrecorded }: ChangedTextsDeps,
  entry: HistoryEntry | null,
  except: ReadonlySet<VaultPath>,
): Promise<ChangedText[]> {
  const previous = entry === null ? newest : timeline.before(entry);
  const files = (entry === null ? await unrecorded.files() : entry.files)
    .filter(({ path, change }) => change !== 'deleted' && !except.has(path))
    .slice(0, MOST_OTHER_FILES)
    .map(({ path }) => ({
      path,
      before: previous && { id: previous.id, path },
      after: entry && { id: entry.id, path },
    }));
  const places = files.flatMap(({ before, after }) => [before, after]).filter((place) => place !== null);
  const found: ChangedText[] = [];
  for (const { path, before, after } of files)
    found.push({
      path,
      before: (before && (await texts.lines(before, places))) ?? [],
      after: (after === null ? disk.lines(path) : await texts.lines(after, places)) ?? [],
    });
  return found;
}
