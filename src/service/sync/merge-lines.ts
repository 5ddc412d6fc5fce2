import { diffArrays } from 'diff/lib/diff/array.js';
import { rawLines } from '../../vault/lines.js';

/**
 * A three-way merge by lines. Null where both changed the same lines, or lines beside each other: what is no Markdown may
 * have a grammar, and only a person knows it.
 */
export function mergeLines(base: string, ours: string, theirs: string): string | null {
  const from = linesOf(base);
  const [our, their] = [changesOf(from, linesOf(ours)), changesOf(from, linesOf(theirs))];
  if (our === null || their === null) return null;
  const all = [...our, ...their.filter((change) => !our.some((other) => isSame(other, change)))].sort(
    (a, b) => a.start - b.start || a.end - b.end,
  );
  const merged: string[] = [];
  let at = 0;
  for (const [index, { start, end, lines }] of all.entries()) {
    const next = all[index + 1];
    if (next !== undefined && next.start <= end) return null;
    merged.push(...from.slice(at, start), ...lines);
    at = end;
  }
  return [...merged, ...from.slice(at)].join('');
}

/** The lines from `start` to `end` of the base were replaced. */
interface LineChange {
  start: number;
  end: number;
  lines: string[];
}

function linesOf(text: string): string[] {
  return rawLines(text).map((line) => line.text + line.end);
}

/** Null where the two have too little in common. */
function changesOf(base: readonly string[], other: readonly string[]): LineChange[] | null {
  const parts = diffArrays([...base], [...other], { maxEditLength: MOST_CHANGES });
  if (parts === undefined) return null;
  const changes: LineChange[] = [];
  let at = 0;
  let isOpen = false;
  for (const { added, removed, count, value } of parts) {
    if (!added && !removed) {
      at += count;
      isOpen = false;
      continue;
    }
    if (!isOpen) changes.push({ start: at, end: at, lines: [] });
    isOpen = true;
    const change = changes.at(-1)!;
    if (removed) {
      at += count;
      change.end = at;
    } else change.lines.push(...value);
  }
  return changes;
}

/** The time grows with the square of the differences. */
const MOST_CHANGES = 2_000;

function isSame(a: LineChange, b: LineChange): boolean {
  return a.start === b.start && a.end === b.end && a.lines.join('') === b.lines.join('');
}
