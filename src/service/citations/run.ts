import { type LineMap, mapLines, placesOf } from '../../vault/line-map.js';
import type { VaultPath } from '../../vault/paths.js';

/** Cited lines that stand one after the other in a file: the piece of a passage that is followed as one. */
export interface Run {
  path: VaultPath;
  /** Where it begins in the file, from 0. */
  at: number;
  /** As they read there. */
  lines: readonly string[];
  /** Which line of the cited range its first one is, from 0. */
  cited: number;
}

/** A file before and after an entry; no lines where there was no file. */
export interface ChangedText {
  path: VaultPath;
  before: readonly string[];
  after: readonly string[];
}

export interface Step {
  kept: Run[];
  gone: Run[];
}

/**
 * Follows a run from one version of its file to the next. `file.path` is the name of the file afterwards; `others` are the
 * files that changed with it, read only if lines left their file. Lines that stay in order are kept; those that left are
 * looked for as a whole, then in parts, first in the file, then in the others; what replaced them comes last.
 */
export async function stepRun(
  run: Run,
  file: ChangedText,
  others: () => Promise<readonly ChangedText[]>,
): Promise<Step> {
  const map = mapLines(file.before, file.after);
  const spots: (Spot | null)[] = run.lines.map((line, index) => {
    const at = map.kept[run.at + index] ?? null;
    return at === null ? null : { path: file.path, at, line };
  });
  if (isWhole(spots)) return grouped(run, spots);
  const whole = findAdded(run.lines, [{ ...file, map }]) ?? null;
  if (whole !== null) return grouped(run, whole);

  const elsewhere = spots.every((spot) => spot !== null) ? [] : await others();
  const targets: Target[] = [{ ...file, map }, ...elsewhere];
  const moved = findAdded(run.lines, elsewhere);
  if (moved !== null) return grouped(run, moved);
  for (const { first, last } of stretches(spots)) {
    const part = findAdded(run.lines.slice(first, last), targets);
    if (part !== null) spots.splice(first, last - first, ...part);
  }
  for (const [index, line] of run.lines.entries()) {
    const alone = spots[index] === null ? findAdded([line], targets) : null;
    if (alone !== null) spots[index] = alone[0]!;
    const at = spots[index] === null ? map.replaced(run.at + index) : null;
    if (at !== null) spots[index] = { path: file.path, at, line: file.after[at]! };
  }
  return grouped(run, spots);
}

interface Spot {
  path: VaultPath;
  at: number;
  line: string;
}

type Target = ChangedText & { map?: LineMap };

/** Where `lines` stand together in a file that had no such lines there before. Empty lines alone prove nothing. */
function findAdded(lines: readonly string[], targets: readonly Target[]): Spot[] | null {
  if (lines.every((line) => line.trim() === '')) return null;
  for (const target of targets)
    for (const at of placesOf(lines, target.after)) {
      target.map ??= mapLines(target.before, target.after);
      const { added } = target.map;
      if (!lines.some((line, index) => line.trim() !== '' && added.has(at + index))) continue;
      return lines.map((line, index) => ({ path: target.path, at: at + index, line }));
    }
  return null;
}

function isWhole(spots: readonly (Spot | null)[]): boolean {
  return spots.every((spot, index) => spot !== null && spot.at === spots[0]!.at + index);
}

/** The stretches of lines that have no place. */
function stretches(spots: readonly (Spot | null)[]): { first: number; last: number }[] {
  const found: { first: number; last: number }[] = [];
  for (const [index, spot] of spots.entries()) {
    if (spot !== null) continue;
    const last = found.at(-1);
    if (last?.last === index) last.last++;
    else found.push({ first: index, last: index + 1 });
  }
  return found;
}

/** Lines that are neighbours in the passage and in a file become one run. */
function grouped(run: Run, spots: readonly (Spot | null)[]): Step {
  const step: Step = { kept: [], gone: [] };
  let open: { path: VaultPath; at: number; lines: string[]; cited: number } | null = null;
  let wasGone = false;
  for (const [index, spot] of spots.entries()) {
    const follows =
      open !== null &&
      (spot === null
        ? wasGone
        : !wasGone && spot.path === open.path && spot.at === open.at + open.lines.length);
    if (!follows) {
      const place = spot ?? { path: run.path, at: run.at + index };
      open = { path: place.path, at: place.at, lines: [], cited: run.cited + index };
      (spot === null ? step.gone : step.kept).push(open);
    }
    open!.lines.push(spot === null ? run.lines[index]! : spot.line);
    wasGone = spot === null;
  }
  return step;
}
