import { placesOf } from '../../vault/line-map.js';
import type { VaultPath } from '../../vault/paths.js';
import type { History, HistoryEntry, RecordedPlace } from '../history/history.js';
import { createMoves, type Move } from '../history/moves.js';
import type { Timeline } from '../history/timeline.js';
import type { Disk } from './disk.js';
import { type ChangedText, type Run, type Step, stepRun } from './run.js';
import type { Texts } from './texts.js';
import { createUnrecorded } from './unrecorded.js';

/** What became of a run: where it is now, or where it was last. */
export interface Fate {
  run: Run;
  isGone: boolean;
  /** The last version that changed it, tore it apart or removed it; null if it still says the same. */
  last: Moment | null;
}

/** The place of an entry among all; the entry is null for an edit that is not recorded yet. */
export interface Moment {
  at: number;
  entry: HistoryEntry | null;
}

/** One version of a file, made by an entry; the last one may be on the disk only. */
export interface FileState extends Moment {
  /** Null for what is only on the disk. */
  place: RecordedPlace | null;
  isDeleted: boolean;
  lines(ahead?: readonly RecordedPlace[]): Promise<string[]>;
}

/** A run that stands in its file at the end of the entry at `since`. */
interface Followed {
  run: Run;
  since: number;
  last: Moment | null;
}

export type FollowRuns = ReturnType<typeof createFollowRuns>;

/** Follows runs of lines from an entry to what is on the disk now. */
export function createFollowRuns(deps: {
  history: History;
  timeline: Timeline;
  texts: Texts;
  /** The first entry: in a trimmed history, it contains every file. */
  oldest: HistoryEntry;
  newest: HistoryEntry;
  disk: Disk;
}) {
  const { history, timeline, texts, disk } = deps;
  const unrecorded = createUnrecorded(history, disk);
  const moves = createMoves(history, timeline);
  const states = new Map<VaultPath, Promise<FileState[]>>();

  /** Every version of a path, oldest first. */
  function statesOf(path: VaultPath): Promise<FileState[]> {
    const found = states.get(path) ?? readStates(path);
    states.set(path, found);
    return found;
  }

  async function readStates(path: VaultPath): Promise<FileState[]> {
    const found: FileState[] = [];
    const add = (at: number, entry: HistoryEntry, isDeleted: boolean) => {
      const place = { id: entry.id, path };
      const lines = async (ahead?: readonly RecordedPlace[]) =>
        isDeleted ? [] : ((await texts.lines(place, ahead)) ?? []);
      found.push({ at, entry, place, isDeleted, lines });
    };
    if ((await texts.lines({ id: deps.oldest.id, path })) !== null) add(0, deps.oldest, false);
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

  /** The fate of a run that stands in its file at the end of the entry at `since`. */
  async function follow(run: Run, since: number): Promise<Fate[]> {
    const fates: Fate[] = [];
    const ahead: Followed[] = [{ run, since, last: null }];
    for (let next = ahead.pop(); next !== undefined; next = ahead.pop()) {
      const { since, last } = next;
      const versions = await statesOf(next.run.path);
      const from = versions.findLastIndex(({ at }) => at <= since);
      const deletion = versions.findIndex(({ isDeleted }, index) => index > from && isDeleted);
      const end = deletion === -1 ? versions.length - 1 : deletion - 1;
      const reached = await farthest(next.run, versions, from, end);
      if (reached.index === end && deletion === -1) {
        fates.push({ run: reached.run, isGone: false, last });
        continue;
      }
      const state = versions[reached.index + 1]!;
      const step = await cross(reached.run, versions[reached.index]!, state);
      for (const kept of step.kept) {
        const isSame = kept.lines.join('\n') === reached.run.lines.join('\n');
        ahead.push({ run: kept, since: state.at, last: isSame ? last : state });
      }
      for (const gone of step.gone) {
        const back = state.entry === null ? [] : await revived(gone, state);
        if (back.length === 0) fates.push({ run: gone, isGone: true, last: state });
        ahead.push(...back);
      }
    }
    return fates;
  }

  /** Follows a run into the next version of its file, or out of it. */
  async function cross(run: Run, from: FileState, to: FileState): Promise<Step> {
    const before = await from.lines();
    const move = to.isDeleted ? (await movesOf(to.entry)).find((one) => one.from === run.path) : undefined;
    const path = move?.to ?? run.path;
    const arrived = move === undefined ? to : await stateAt(move.to, to.at);
    // A file may be no text any more at its new name.
    const after = (await arrived?.lines()) ?? [];
    return stepRun(run, { path, before, after }, () => changedTexts(to.entry, new Set([run.path, path])));
  }

  function movesOf(entry: HistoryEntry | null): Promise<Move[]> {
    return entry === null ? unrecorded.moves() : moves.of(entry);
  }

  async function stateAt(path: VaultPath, at: number): Promise<FileState | undefined> {
    return (await statesOf(path)).find((state) => state.at === at);
  }

  /** The texts that an entry changed besides those of `except`; without an entry, those that are not recorded yet. */
  async function changedTexts(
    entry: HistoryEntry | null,
    except: ReadonlySet<VaultPath>,
  ): Promise<ChangedText[]> {
    const previous = entry === null ? deps.newest : timeline.before(entry);
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

  /** What an undo or a restore brought back is the same again. */
  async function revived(gone: Run, removed: FileState): Promise<Followed[]> {
    for (const later of timeline.revivals(removed.entry!, gone.path)) {
      const nothing = { path: gone.path, before: [], after: [] };
      const step = await stepRun(gone, nothing, () => changedTexts(later, new Set()));
      if (step.gone.length > 0) continue;
      const at = timeline.placeOf(later.id);
      return step.kept.map((run) => ({ run, since: at, last: { at, entry: later } }));
    }
    return [];
  }

  return { statesOf, follow };
}

/** An entry with more files is an import or a reorganisation: lines that left their file are looked for on the disk. */
const MOST_OTHER_FILES = 200;

/**
 * The last version up to `last` in which the run stands as it is. A run that occurs once is the same wherever it occurs once,
 * so most versions are skipped; any other is followed from version to version by its caller.
 */
async function farthest(
  run: Run,
  versions: readonly FileState[],
  from: number,
  last: number,
): Promise<{ index: number; run: Run }> {
  const start = { index: from, run };
  const find = async (index: number) => {
    const [at, second] = placesOf(run.lines, await versions[index]!.lines());
    return at === undefined || second !== undefined ? null : { index, run: { ...run, at } };
  };
  if (from === last || (await find(from)) === null) return start;
  const end = await find(last);
  if (end !== null) return end;
  let [known, lost] = [start, last];
  for (let stride = 1; known.index + stride < lost; stride *= 2) {
    const found = await find(known.index + stride);
    if (found === null) lost = known.index + stride;
    else known = found;
  }
  while (lost - known.index > 1) {
    const middle = (known.index + lost) >> 1;
    const found = await find(middle);
    if (found === null) lost = middle;
    else known = found;
  }
  return known;
}
