import type { VaultPath } from '../../vault/paths.js';
import type { HistoryEntry, RecordedPlace } from '../history/history.js';
import type { Timeline } from '../history/timeline.js';
import type { Disk } from './disk.js';
import type { Texts } from './texts.js';

/** The place of an entry among all; the entry is null for an edit that is not recorded yet. */
export interface Moment {
  at: number;
  entry: HistoryEntry | null;
}

/** One version of a file, made by an entry; the last one may be on the disk only. */
export interface FileState extends Moment {
  /** Null for a version that is only on the disk. */
  place: RecordedPlace | null;
  isDeleted: boolean;
  lines(ahead?: readonly RecordedPlace[]): Promise<string[]>;
}

export interface StatesDeps {
  timeline: Timeline;
  texts: Texts;
  /** The first entry: in a trimmed history, it contains every file. */
  oldest: HistoryEntry;
  disk: Disk;
}

/** Every version of a path, oldest first; those of each path are looked for once. */
export function createFileStates(deps: StatesDeps): (path: VaultPath) => Promise<FileState[]> {
  const known = new Map<VaultPath, Promise<FileState[]>>();
  return (path) => {
    const found = known.get(path) ?? readStates(path, deps);
    known.set(path, found);
    return found;
  };
}

async function readStates(
  path: VaultPath,
  { timeline, texts, oldest, disk }: StatesDeps,
): Promise<FileState[]> {
  const found: FileState[] = [];
  const add = (at: number, entry: HistoryEntry, isDeleted: boolean) => {
    const place = { id: entry.id, path };
    const lines = async (ahead?: readonly RecordedPlace[]) =>
      isDeleted ? [] : ((await texts.lines(place, ahead)) ?? []);
    found.push({ at, entry, place, isDeleted, lines });
  };
  if ((await texts.lines({ id: oldest.id, path })) !== null) add(0, oldest, false);
  for (const { at, entry, change } of timeline.touching(path))
    if (at > 0) add(at, entry, change === 'deleted');
  const last = found.at(-1);
  const now = disk.lines(path);
  const recorded = last === undefined || last.isDeleted ? null : await last.lines();
  if (now === recorded || now?.join('\n') === recorded?.join('\n')) return found;
  const lines = async () => now ?? [];
  return [
    ...found,
    { at: Number.POSITIVE_INFINITY, entry: null, place: null, isDeleted: now === null, lines },
  ];
}
