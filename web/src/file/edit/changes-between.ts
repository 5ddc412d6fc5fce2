import { diffArrays } from 'diff';

interface TextChange {
  from: number;
  to: number;
  insert: string;
}

/** Above this many lines that differ, the whole part is replaced: a finer comparison takes too long. */
const MOST_LINES = 5_000;

/** The changes from one text to another, by lines. Positions count each line end as one character, as the editor does. */
export function changesBetween(from: string, to: string, lineBreak: string): TextChange[] {
  const [old, next] = [from.split(lineBreak), to.split(lineBreak)];
  const starts = [0];
  for (const line of old) starts.push(starts.at(-1)! + line.length + 1);
  const total = starts.at(-1)! - 1;
  return hunksOf(old, next).map(({ first, end, lines }) => {
    if (end < old.length)
      return {
        from: starts[first]!,
        to: starts[end]!,
        insert: lines.map((line) => line + lineBreak).join(''),
      };
    if (first === 0) return { from: 0, to: total, insert: lines.join(lineBreak) };
    // Behind the last line there is no line end: the one in front of the hunk goes, or comes, with it.
    return { from: starts[first]! - 1, to: total, insert: lines.map((line) => lineBreak + line).join('') };
  });
}

/** Lines `first` to `end`, the latter excluded, become `lines`. */
interface Hunk {
  first: number;
  end: number;
  lines: string[];
}

function hunksOf(old: readonly string[], next: readonly string[]): Hunk[] {
  let start = 0;
  while (start < old.length && start < next.length && old[start] === next[start]) start++;
  let same = 0;
  while (same < Math.min(old.length, next.length) - start && old.at(-1 - same) === next.at(-1 - same)) same++;
  const [before, after] = [old.slice(start, old.length - same), next.slice(start, next.length - same)];
  if (before.length + after.length === 0) return [];
  if (before.length + after.length > MOST_LINES)
    return [{ first: start, end: start + before.length, lines: after }];
  const hunks: Hunk[] = [];
  let at = start;
  let isOpen = false;
  for (const { added, removed, value } of diffArrays(before, after)) {
    if (!isOpen && (added || removed)) hunks.push({ first: at, end: at, lines: [] });
    isOpen = added || removed;
    if (added) hunks.at(-1)!.lines.push(...value);
    else at += value.length;
    if (removed) hunks.at(-1)!.end = at;
  }
  return hunks;
}
