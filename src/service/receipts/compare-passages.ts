import { parseReference } from '../../vault/citation.js';
import { formatRanges, joinRanges } from '../../vault/line-ranges.js';
import { type ShownLines, shareShown, shownLinesOf } from '../../vault/shown-lines.js';
import type { Location, RangeVerification, Verdict, Verification } from '../citations/verification.js';
import type { HistoryEntry } from '../history/history.js';

/**
 * `same`: the same lines at the same place. `moved`: the lines say the same and are shown at another place. `changed`:
 * the lines say something else, or others are shown of the same place. `gone`: none of them is shown. `new`: none
 * was shown before.
 */
export type PassageChange = 'same' | 'moved' | 'changed' | 'gone' | 'new';

/** A passage of an earlier answer against the answer of now, or a passage of now that is new. */
export interface ComparedPassage {
  status: PassageChange;
  /** As it was shown, and its place among the passages, from 1; null for a new one. */
  ref: string | null;
  rank: number | null;
  /** The same for the answer of now; null for one that is gone. */
  ref_now: string | null;
  rank_now: number | null;
  /** What became of the lines, whether they are shown or not; null for a new passage. */
  lines: Verdict | null;
  /** Where they are now. */
  places: Location[];
  /** Of these places, the share that the answer of now shows. */
  shown: number;
  diff?: string;
  /** The entries of the history that changed these lines, or the file since. */
  entries: EntryNote[];
}

export type EntryNote = Pick<HistoryEntry, 'id' | 'time' | 'source' | 'reason'>;

/** `before`: what became of the passages of the earlier answer. `after`: the references of the answer of now. */
export function comparePassages(
  before: readonly Verification[],
  after: readonly string[],
  later: readonly HistoryEntry[],
): ComparedPassage[] {
  const now = after.map((ref) => ({ ref, lines: linesOf(ref) }));
  const matched = new Set<string>();
  const compared = before.map((verified, index): ComparedPassage => {
    const places = placesOf(verified);
    const wanted = places.flatMap(shownLinesOf);
    const at =
      verified.status === 'unknown' ? sameFile(verified.ref, now) : bestMatch(verified.ref, wanted, now);
    const match = now[at];
    if (match !== undefined) matched.add(match.ref);
    const status = match === undefined ? 'gone' : changeOf(verified, wanted, match);
    const diff = verified.ranges.flatMap((range) => range.diff ?? []).join('\n');
    const paths = [parseReference(verified.ref)!.path, ...places.map(({ path }) => path)];
    return {
      status,
      ref: verified.ref,
      rank: index + 1,
      ref_now: match?.ref ?? null,
      rank_now: match === undefined ? null : at + 1,
      lines: verified.status,
      places,
      shown: shareShown(
        wanted,
        now.flatMap(({ lines }) => lines),
      ),
      ...(diff !== '' && { diff }),
      entries: status === 'same' ? [] : entriesOf(verified.ranges, paths, later),
    };
  });
  return [...compared, ...newOnes()];

  function newOnes(): ComparedPassage[] {
    return now.flatMap(({ ref, lines }, index): ComparedPassage[] => {
      if (matched.has(ref)) return [];
      const about = { ref: null, rank: null, ref_now: ref, rank_now: index + 1, lines: null, places: [] };
      const paths = lines.map(({ path }) => path);
      return [{ status: 'new', ...about, shown: 1, entries: entriesOf([], paths, later) }];
    });
  }
}

function linesOf(ref: string): ShownLines[] {
  const { path, ranges } = parseReference(ref)!;
  return ranges.map((range) => ({ path, ...range }));
}

/** Where the lines of a passage are now, file by file. */
export function placesOf({ ref, ranges }: Verification): Location[] {
  const { path } = parseReference(ref)!;
  const places = ranges.flatMap(({ status, lines, now }) =>
    (status === 'unchanged' ? [{ path, lines }] : now).flatMap(shownLinesOf),
  );
  return [...new Set(places.map((place) => place.path))].map((file) => ({
    path: file,
    lines: formatRanges(joinRanges(places.filter((place) => place.path === file))),
  }));
}

/** The passage that shows the most of these lines; -1 if none shows any. */
function bestMatch(
  ref: string,
  wanted: readonly ShownLines[],
  now: readonly { ref: string; lines: ShownLines[] }[],
): number {
  const same = now.findIndex((one) => one.ref === ref);
  if (same !== -1) return same;
  const shares = now.map(({ lines }) => shareShown(wanted, lines));
  const most = Math.max(0, ...shares);
  return most === 0 ? -1 : shares.indexOf(most);
}

/**
 * Where no history says what became of the lines: the passage of the same file that shows the most of the lines with these
 * numbers, or any of that file; -1 if there is none.
 */
function sameFile(ref: string, now: readonly { ref: string; lines: ShownLines[] }[]): number {
  const before = linesOf(ref);
  const at = bestMatch(ref, before, now);
  return at !== -1 ? at : now.findIndex(({ lines }) => lines.some(({ path }) => path === before[0]?.path));
}

function changeOf(
  { ref, holds }: Verification,
  wanted: readonly ShownLines[],
  now: { ref: string; lines: readonly ShownLines[] },
): PassageChange {
  if (now.ref === ref) return 'same';
  const shown = now.lines;
  if (!holds || shareShown(wanted, shown) < 1) return 'changed';
  const before = linesOf(ref);
  if (shareShown(wanted, before) < 1 || shareShown(before, wanted) < 1) return 'moved';
  return shareShown(shown, wanted) === 1 ? 'same' : 'changed';
}

/** More entries say no more. */
const MOST_ENTRIES = 3;

/** First those that changed the very lines, then those that changed the files, newest first. */
function entriesOf(
  ranges: readonly RangeVerification[],
  paths: readonly string[],
  later: readonly HistoryEntry[],
): EntryNote[] {
  const touching = later.filter(({ files }) => files.some(({ path }) => paths.includes(`vault/${path}`)));
  const notes = new Map<string, EntryNote>();
  for (const { id, time, source, reason } of [
    ...ranges.flatMap(({ entry }) => entry ?? []),
    ...touching.toReversed(),
  ])
    notes.set(id, { id, time, source, reason });
  return [...notes.values()].slice(0, MOST_ENTRIES);
}
