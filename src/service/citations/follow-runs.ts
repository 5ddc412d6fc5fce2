import { placesOf } from '../../vault/line-map.js';
import type { History, HistoryEntry } from '../history/history.js';
import { createMoves, type Move } from '../history/moves.js';
import { changedTexts } from './changed-texts.js';
import { createFileStates, type FileState, type Moment, type StatesDeps } from './file-states.js';
import { type Run, type Step, stepRun } from './run.js';
import { createUnrecorded } from './unrecorded.js';

/** What became of a run: where it is now, or where it was last. */
export interface Fate {
  run: Run;
  isGone: boolean;
  /** The last version that changed it, tore it apart or removed it; null if it still says the same. */
  last: Moment | null;
}

/** A run that stands in its file at the end of the entry at `since`. */
interface Followed {
  run: Run;
  since: number;
  last: Moment | null;
}

interface FollowDeps extends StatesDeps {
  history: History;
  newest: HistoryEntry;
}

export type FollowRuns = ReturnType<typeof createFollowRuns>;

/** Follows runs of lines from an entry to what is on the disk now. */
export function createFollowRuns(deps: FollowDeps) {
  const { history, timeline, disk } = deps;
  const unrecorded = createUnrecorded(history, disk);
  const moves = createMoves(history, timeline);
  const changes = { ...deps, unrecorded };
  const statesOf = createFileStates(deps);

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
    const arrived = move === undefined ? to : (await statesOf(move.to)).find(({ at }) => at === to.at);
    // A file may be no text any more at its new name.
    const after = (await arrived?.lines()) ?? [];
    return stepRun(run, { path, before, after }, () =>
      changedTexts(changes, to.entry, new Set([run.path, path])),
    );
  }

  function movesOf(entry: HistoryEntry | null): Promise<Move[]> {
    return entry === null ? unrecorded.moves() : moves.of(entry);
  }

  /** What an undo or a restore brought back is the same again. */
  async function revived(gone: Run, removed: FileState): Promise<Followed[]> {
    for (const later of timeline.revivals(removed.entry!, gone.path)) {
      const nothing = { path: gone.path, before: [], after: [] };
      const step = await stepRun(gone, nothing, () => changedTexts(changes, later, new Set()));
      if (step.gone.length > 0) continue;
      const at = timeline.placeOf(later.id);
      return step.kept.map((run) => ({ run, since: at, last: { at, entry: later } }));
    }
    return [];
  }

  return { statesOf, follow };
}

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
