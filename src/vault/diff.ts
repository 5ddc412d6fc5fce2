import type { StructuredPatchHunk as Hunk } from 'diff';

/** A unified diff of two texts, given as shown lines, with 2 lines of context; empty where they are equal. */
export async function unifiedDiff(
  path: string,
  before: readonly string[],
  after: readonly string[],
): Promise<string> {
  // Loaded at the first diff: most commands never make one, and should start fast.
  const { structuredPatch } = await import('diff/lib/patch/create.js');
  const options = { context: CONTEXT, maxEditLength: MOST_CHANGES };
  const patch = structuredPatch(path, path, textOf(before), textOf(after), undefined, undefined, options);
  const hunks = patch?.hunks ?? [oneHunk(before, after)];
  if (hunks.length === 0) return '';
  // Its own formatPatch would write `vault/été.md` in octal.
  const shown = hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => [
    `@@ -${range(oldStart, oldLines)} +${range(newStart, newLines)} @@`,
    ...lines,
  ]);
  return [`--- ${path}`, `+++ ${path}`, ...shown].join('\n');
}

const CONTEXT = 2;

/** The time grows with the square of the changed lines; this many take about as long as writing the file. */
const MOST_CHANGES = 500;

function textOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}

/** All old lines go and all new ones come, between the lines that both texts begin and end with. */
function oneHunk(before: readonly string[], after: readonly string[]): Hunk {
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < most - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;

  const start = Math.max(0, head - CONTEXT);
  const rest = Math.max(0, tail - CONTEXT);
  const [oldEnd, newEnd] = [before.length - tail, after.length - tail];
  const lines = [
    ...before.slice(start, head).map((line) => ` ${line}`),
    ...before.slice(head, oldEnd).map((line) => `-${line}`),
    ...after.slice(head, newEnd).map((line) => `+${line}`),
    ...after.slice(newEnd, after.length - rest).map((line) => ` ${line}`),
  ];
  return {
    oldStart: start + 1,
    oldLines: before.length - rest - start,
    newStart: start + 1,
    newLines: after.length - rest - start,
    lines,
  };
}

/** `7,3`, `7` for one line, `6,0` for none: the form of `diff -u`. */
function range(first: number, count: number): string {
  if (count === 1) return String(first);
  return count === 0 ? `${first - 1},0` : `${first},${count}`;
}
