import { unifiedDiff } from '../../vault/diff.js';
import { formatRanges, joinRanges, type LineRange } from '../../vault/line-ranges.js';
import { showPath, type VaultPath } from '../../vault/paths.js';
import { isStamped } from '../../vault/units/merge-texts.js';
import type { Cited } from './cited.js';
import type { Disk } from './disk.js';
import type { Moment } from './file-states.js';
import type { Fate } from './follow-runs.js';
import type { RangeVerification } from './verification.js';

/** A range of a reference with what became of its lines. */
export interface FollowedRange {
  range: LineRange;
  /** As cited. */
  lines: readonly string[];
  fates: Fate[];
}

interface Spot {
  path: VaultPath;
  /** From 1. */
  number: number;
  line: string;
}

/** The verdict on one range: its lines as cited against where they are and what they say now. */
export async function judge(
  cited: Pick<Cited, 'place'>,
  { range, lines, fates }: FollowedRange,
  disk: Disk,
): Promise<RangeVerification> {
  const spots = new Array<Spot | null>(lines.length).fill(null);
  for (const { run, isGone } of fates)
    if (!isGone)
      for (const [index, line] of run.lines.entries())
        spots[run.cited + index] = { path: run.path, number: run.at + index + 1, line };
  const shown = formatRanges([range]);
  const found = spots.filter((spot) => spot !== null);
  const last = lastOf(fates.map((fate) => fate.last));
  const entry = last?.entry && { entry: entryOf(last.entry) };
  const [first] = spots;
  const holds = spots.every(
    (spot, index) =>
      spot !== null &&
      spot.path === first?.path &&
      spot.number === first.number + index &&
      isSame(lines[index]!, spot.line),
  );
  if (found.length === 0) return { lines: shown, status: 'deleted', now: [], ...entry };
  const now = locate(found);
  if (holds) {
    const isHere = first!.path === cited.place && first!.number === range.first;
    return { lines: shown, status: isHere ? 'unchanged' : 'moved', now: isHere ? [] : shownOf(now) };
  }
  const after = now.flatMap(({ path, ranges }) =>
    ranges.flatMap(({ first, last }) => (disk.lines(path) ?? []).slice(first - 1, last)),
  );
  const diff = await unifiedDiff(showPath(now[0]!.path), lines, after, {
    before: range.first,
    after: now[0]!.ranges[0]!.first,
  });
  return { lines: shown, status: 'changed', now: shownOf(now), ...(diff !== '' && { diff }), ...entry };
}

/** Rappel renews the stamps of a file whenever something else in it changes. */
function isSame(cited: string, now: string): boolean {
  if (cited === now) return true;
  const key = /^(\w+): /.exec(cited)?.[1];
  return key !== undefined && isStamped(key) && now.startsWith(`${key}: `);
}

/** Lines that came between those of a passage are part of what it became, up to this many. */
const MOST_BETWEEN = 20;

function locate(spots: readonly Spot[]) {
  const paths = [...new Set(spots.map(({ path }) => path))];
  return paths.map((path) => ({
    path,
    ranges: joinRanges(
      spots.filter((spot) => spot.path === path).map(({ number }) => ({ first: number, last: number })),
      MOST_BETWEEN,
    ),
  }));
}

function shownOf(now: ReturnType<typeof locate>) {
  return now.map(({ path, ranges }) => ({ path: showPath(path), lines: formatRanges(ranges) }));
}

function lastOf(moments: readonly (Moment | null)[]): Moment | null {
  return moments.reduce((last, one) => (one !== null && one.at >= (last?.at ?? -1) ? one : last), null);
}

function entryOf({ id, time, source, reason }: NonNullable<Moment['entry']>) {
  return { id, time, source, reason };
}
