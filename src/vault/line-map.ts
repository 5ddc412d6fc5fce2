import { diffArrays } from 'diff/lib/diff/array.js';

/** Where the lines of a text are in its next version; lines count from 0 here. */
export interface LineMap {
  /** By line of the old text: its line in the new one, or null if it left its place. */
  kept: readonly (number | null)[];
  /** The lines of the new text that no old line was kept in. */
  added: ReadonlySet<number>;
  /** By old line that left its place: the new line that replaced it, if one did. */
  replaced(line: number): number | null;
}

/** Compares two versions of a text by their lines. */
export function mapLines(before: readonly string[], after: readonly string[]): LineMap {
  const kept = new Array<number | null>(before.length).fill(null);
  const added = new Set<number>();
  const hunks: Hunk[] = [];
  for (const hunk of hunksOf(before, after, kept)) {
    hunks.push(hunk);
    for (let line = hunk.newStart; line < hunk.newEnd; line++) added.add(line);
  }
  let replaced: Map<number, number> | undefined;
  return {
    kept,
    added,
    replaced(line) {
      replaced ??= pairReplaced(before, after, hunks);
      return replaced.get(line) ?? null;
    },
  };
}

/** Every place where `lines` occur one after the other, as the first line of each. */
export function placesOf(lines: readonly string[], text: readonly string[]): number[] {
  const places: number[] = [];
  const [first] = lines;
  if (first === undefined) return places;
  for (let at = text.indexOf(first); at !== -1; at = text.indexOf(first, at + 1))
    if (lines.every((line, index) => text[at + index] === line)) places.push(at);
  return places;
}

/** Lines that went, and the lines that came in their place; ends are exclusive. */
interface Hunk {
  oldStart: number;
  oldEnd: number;
  newStart: number;
  newEnd: number;
}

/** The time grows with the square of the changed lines. */
const MOST_CHANGES = 1_000;

/** Fills `kept` and returns the differences. */
function hunksOf(before: readonly string[], after: readonly string[], kept: (number | null)[]): Hunk[] {
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before[head] === after[head]) kept[head] = head++;
  let tail = 0;
  while (tail < most - head && before.at(-1 - tail) === after.at(-1 - tail)) {
    tail++;
    kept[before.length - tail] = after.length - tail;
  }
  const [oldEnd, newEnd] = [before.length - tail, after.length - tail];
  const changes = diffArrays(before.slice(head, oldEnd), after.slice(head, newEnd), {
    maxEditLength: MOST_CHANGES,
  });
  if (changes === undefined) return [{ oldStart: head, oldEnd, newStart: head, newEnd }];
  const hunks: Hunk[] = [];
  let [old, fresh] = [head, head];
  for (const { added, removed, count } of changes) {
    const last = hunks.at(-1);
    const isNext = last !== undefined && last.oldEnd === old && last.newEnd === fresh;
    const hunk = isNext ? last : { oldStart: old, oldEnd: old, newStart: fresh, newEnd: fresh };
    if (added) hunk.newEnd = fresh += count;
    else if (removed) hunk.oldEnd = old += count;
    else for (let line = 0; line < count; line++) kept[old++] = fresh++;
    if ((added || removed) && !isNext) hunks.push(hunk);
  }
  return hunks;
}

/** A line that is elsewhere in the new text was moved, not replaced, and one that was elsewhere replaces nothing. */
function pairReplaced(
  before: readonly string[],
  after: readonly string[],
  hunks: readonly Hunk[],
): Map<number, number> {
  const gone = new Set(hunks.flatMap(({ oldStart, oldEnd }) => before.slice(oldStart, oldEnd)));
  const come = new Set(hunks.flatMap(({ newStart, newEnd }) => after.slice(newStart, newEnd)));
  const pairs = new Map<number, number>();
  for (const { oldStart, oldEnd, newStart, newEnd } of hunks) {
    const olds = numbers(oldStart, oldEnd).filter((line) => !come.has(before[line]!));
    const news = numbers(newStart, newEnd).filter((line) => !gone.has(after[line]!));
    for (const [old, fresh] of pairInOrder(olds, news, (a, b) => similarity(before[a]!, after[b]!)))
      pairs.set(old, fresh);
  }
  return pairs;
}

/** More comparisons than these are not worth their time: lines are paired in order. */
const MOST_COMPARED = 40_000;

/** Pairs as many as there are, in order, so that the sum of likenesses is highest. */
function pairInOrder(
  olds: readonly number[],
  news: readonly number[],
  likeness: (a: number, b: number) => number,
): [number, number][] {
  if (olds.length === news.length || olds.length * news.length > MOST_COMPARED)
    return olds.slice(0, news.length).map((old, index) => [old, news[index]!]);
  const best = olds.concat(0).map(() => new Array<number>(news.length + 1).fill(0));
  const scores = olds.map((old) => news.map((fresh) => 1 + likeness(old, fresh)));
  for (let i = olds.length - 1; i >= 0; i--)
    for (let j = news.length - 1; j >= 0; j--)
      best[i]![j] = Math.max(best[i + 1]![j]!, best[i]![j + 1]!, best[i + 1]![j + 1]! + scores[i]![j]!);
  const pairs: [number, number][] = [];
  for (let i = 0, j = 0; i < olds.length && j < news.length; ) {
    if (best[i]![j] === best[i + 1]![j]) i++;
    else if (best[i]![j] === best[i]![j + 1]) j++;
    else pairs.push([olds[i++]!, news[j++]!]);
  }
  return pairs;
}

/** The share of words that two lines have in common. */
function similarity(a: string, b: string): number {
  const [some, others] = [wordsOf(a), wordsOf(b)];
  const common = [...some].filter((word) => others.has(word)).length;
  return common / Math.max(1, some.size, others.size);
}

function wordsOf(line: string): Set<string> {
  return new Set(line.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
}

function numbers(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, index) => from + index);
}
