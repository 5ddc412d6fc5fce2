import { outlineOf } from '../headings.js';
import { rawLines } from '../lines.js';

/** The part of a text that another version replaced. */
interface Replaced {
  start: number;
  end: number;
  text: string;
}

/** Three versions of the same part of a text. */
interface Part {
  base: string;
  ours: string;
  theirs: string;
}

/** What has to be merged of a large text; `complete` puts the result between what all versions have. */
interface LargeMerge {
  part: Part;
  complete(merged: string): string | null;
}

/**
 * A merge by units compares every unit of a text, which takes a second for some megabytes. Two writers mostly change one
 * place each: if whole units lie between them, both changes are made. If not, only the part around them is merged.
 * Returns the text, or the part; null if the text has to be merged as a whole.
 */
export function mergeLarge({ base, ours, theirs }: Part): string | LargeMerge | null {
  const [our, their] = [replacedBy(base, ours), replacedBy(base, theirs)];
  const [first, second] = our.start <= their.start ? [our, their] : [their, our];
  if (hasUnitsBetween(base, first.end, second.start))
    return [
      base.slice(0, first.start),
      first.text,
      base.slice(first.end, second.start),
      second.text,
      base.slice(second.end),
    ].join('');
  return partAround({ base, ours, theirs }, first.start, Math.max(first.end, second.end));
}

function replacedBy(base: string, other: string): Replaced {
  const most = Math.min(base.length, other.length);
  const start = longest(most, (from, to) => base.startsWith(other.slice(from, to), from));
  const same = longest(most - start, (from, to) =>
    base.endsWith(other.slice(other.length - to, other.length - from), base.length - from),
  );
  return { start, end: base.length - same, text: other.slice(start, other.length - same) };
}

/** The largest length whose every stretch `from` to `to` is the same. */
function longest(most: number, isSame: (from: number, to: number) => boolean): number {
  let [low, high] = [0, most];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (isSame(low, middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** A unit that neither changed, with its beginning and that of the next. */
function hasUnitsBetween(text: string, from: number, to: number): boolean {
  const first = nextStart(text, from);
  const second = first === null ? null : nextStart(text, first + 1);
  return second !== null && second <= to;
}

/** Unchanged units around the part stay in it, because what separates two units depends on both. */
function partAround({ base, ours, theirs }: Part, from: number, to: number): LargeMerge | null {
  const start = earlierStart(base, earlierStart(base, from));
  const after = nextStart(base, to);
  const end = (after === null ? null : nextStart(base, after + 1)) ?? base.length;
  const headings = start === 0 ? '' : headingsAbove(base, start);
  if (headings === null) return null;
  const tail = base.length - end;
  const cut = (text: string) => headings + text.slice(start, text.length - tail);
  return {
    part: { base: cut(base), ours: cut(ours), theirs: cut(theirs) },
    complete: (merged) =>
      merged.startsWith(headings)
        ? base.slice(0, start) + merged.slice(headings.length) + base.slice(end)
        : null,
  };
}

/** The headings that a place is below, each as it is written; null inside a code fence. */
function headingsAbove(text: string, at: number): string | null {
  const lines = rawLines(text.slice(0, at));
  const place = rawLines(text.slice(at, lineEnd(text, at)));
  const { headings, fenced } = outlineOf([...lines, ...place].map((line) => line.text));
  if (fenced.has(lines.length + 1)) return null;
  let above = '';
  let level = 7;
  for (const heading of headings.toReversed()) {
    if (heading.line > lines.length || heading.level >= level) continue;
    level = heading.level;
    const { text: own, end } = lines[heading.line - 1]!;
    above = own + end + above;
  }
  return above;
}

/** The beginning of a unit that is inside of no other but headings, at or after a place. */
function nextStart(text: string, from: number): number | null {
  let at = from === 0 || text[from - 1] === '\n' ? from : lineEnd(text, from);
  for (; at < text.length; at = lineEnd(text, at)) if (isStart(text, at)) return at;
  return null;
}

/** The same before a place; the beginning of the text where there is none. */
function earlierStart(text: string, before: number): number {
  for (let at = before; at > 0; ) {
    at = text.lastIndexOf('\n', at - 2) + 1;
    if (isStart(text, at)) return at;
  }
  return 0;
}

/** At the beginning of a line. */
function isStart(text: string, at: number): boolean {
  const line = text.slice(at, Math.min(lineEnd(text, at), at + 20));
  if (/^(?:\s|```|~~~)/.test(line)) return false;
  if (/^(?:#{1,6}|[-*+]|\d{1,9}[.)])[ \t]/.test(line)) return true;
  const above = text.slice(text.lastIndexOf('\n', at - 2) + 1, at);
  return at > 0 && above.trim() === '';
}

/** Where the next line begins. */
function lineEnd(text: string, at: number): number {
  const newline = text.indexOf('\n', at);
  return newline === -1 ? text.length : newline + 1;
}
