import { fieldOf, fieldValues, splitFrontmatter } from '../../vault/frontmatter.js';
import { type Heading, outlineOf } from '../../vault/headings.js';
import { type FileKind, kindOf } from '../../vault/kinds.js';
import { shownLines } from '../../vault/lines.js';
import { BREAK_POINTS, CHUNKS } from '../ranking/parameters.js';
import { dayOf } from '../text/dates.js';

/** A piece of a file: the unit that is indexed, ranked and shown. */
export interface Chunk {
  /** Numbers of its first and last line, those of the whole file. */
  first: number;
  last: number;
  /** The headings that enclose all of it, outermost first. */
  headings: string[];
  /** The changelog day, else the file's `updated`; null where the text names neither. */
  date: string | null;
  lines: string[];
}

export interface ChunkedFile {
  kind: FileKind;
  chunks: Chunk[];
  /** The number of the first line below the frontmatter. */
  bodyStart: number;
  /** Numbers of the lines that are headings; a `#` inside a code fence is not one. */
  headingLines: ReadonlySet<number>;
  /** What the frontmatter calls the file: its `title`, `aliases` and `tags`. They count like a heading above all of it. */
  names: string[];
}

/**
 * Cuts a file by its kind. The chunks tile the lines below the frontmatter, and in a bucket the frontmatter too: no line
 * is lost and none is in two.
 */
export function chunkFile(path: string, text: string): ChunkedFile {
  const kind = kindOf(path);
  const lines = shownLines(text);
  const { head, yaml } = splitFrontmatter(text);
  const bodyStart = shownLines(head).length + 1;
  const { headings, fenced } = outlineOf(lines, bodyStart);
  const headingLines = new Set(headings.map(({ line }) => line));
  const names = NAMING_FIELDS.flatMap((field) => fieldValues(yaml, field)).slice(0, MOST_NAMES);
  const start = kind === 'bucket' ? 1 : bodyStart;
  if (start > lines.length) return { kind, chunks: [], bodyStart, headingLines, names };

  const points = breakPointsOf(lines, headings, fenced);
  const starts = startsOf(kind, { from: bodyStart, to: lines.length }, headings, points);
  if (starts.length === 0) starts.push(start);
  // Text before the first cut, and a bucket's frontmatter, belong to the first chunk.
  starts[0] = start;
  const updated = fieldOf(yaml, 'updated');
  const chunks = starts.map((first, index): Chunk => {
    const last = (starts[index + 1] ?? lines.length + 1) - 1;
    const enclosing = headingPath(first, last, lines, headings);
    const day = kind === 'changelog' ? dayAt(first, last, headings) : null;
    return { first, last, headings: enclosing, date: day ?? updated, lines: lines.slice(first - 1, last) };
  });
  return { kind, chunks, bodyStart, headingLines, names };
}

const NAMING_FIELDS = ['title', 'aliases', 'tags'];
/** They are stored with every chunk. */
const MOST_NAMES = 30;

interface Span {
  from: number;
  to: number;
}

function startsOf(kind: FileKind, span: Span, headings: readonly Heading[], points: BreakPoints): number[] {
  if (span.from > span.to) return [];
  const sections = () => splitAt(span, linesOfLevel(headings, 1, span));
  if (kind === 'tasks') return sections().map((section) => section.from);
  if (kind === 'changelog') return sections().flatMap((day) => startsOfDay(day, headings, points));
  return cut(span.from, span.to, points, CHUNKS.maxTokens);
}

/** A day in one piece where it fits, otherwise whole entries together, as many as fit; a huge entry is cut by itself. */
function startsOfDay(day: Span, headings: readonly Heading[], points: BreakPoints): number[] {
  if (sizeOf(points, day.from, day.to) <= CHUNKS.maxTokens) return [day.from];
  const starts: number[] = [];
  let room = 0;
  for (const entry of splitAt(day, linesOfLevel(headings, 2, day))) {
    const size = sizeOf(points, entry.from, entry.to);
    if (size > CHUNKS.maxTokens) {
      // Between the day and its first entry there are a few words at most: too little for a chunk.
      starts.push(...cut(entry.from, entry.to, points, CHUNKS.maxTokens));
      room = 0;
    } else if (size <= room) {
      room -= size;
    } else {
      starts.push(entry.from);
      room = CHUNKS.maxTokens - size;
    }
  }
  return starts;
}

function linesOfLevel(headings: readonly Heading[], level: number, { from, to }: Span): number[] {
  return headings.filter((h) => h.level === level && h.line >= from && h.line <= to).map((h) => h.line);
}

/** The parts of a span that begin at the given lines; the lines before the first one join it. */
function splitAt(span: Span, lines: readonly number[]): Span[] {
  const starts = lines.length === 0 ? [span.from] : [span.from, ...lines.slice(1)];
  return starts.map((from, index) => ({ from, to: (starts[index + 1] ?? span.to + 1) - 1 }));
}

/** What the sections of a chunk have in common: for one entry its day and its own heading, for several the day alone. */
function headingPath(
  first: number,
  last: number,
  lines: readonly string[],
  headings: readonly Heading[],
): string[] {
  const stack: Heading[] = [];
  let common: Heading[] | null = null;
  const meet = () => {
    if (common === null) common = [...stack];
    else common = common.filter((heading, index) => stack[index] === heading);
  };
  let next = 0;
  for (; next < headings.length && headings[next]!.line < first; next++) push(stack, headings[next]!);
  let firstText = first;
  while (firstText < last && lines[firstText - 1]!.trim() === '') firstText++;
  if (stack.length > 0 && headings[next]?.line !== firstText) meet();
  for (; next < headings.length && headings[next]!.line <= last; next++) {
    push(stack, headings[next]!);
    meet();
  }
  return (common ?? []).map((heading: Heading) => heading.text);
}

function push(stack: Heading[], heading: Heading): void {
  while (stack.length > 0 && stack.at(-1)!.level >= heading.level) stack.pop();
  stack.push(heading);
}

function dayAt(first: number, last: number, headings: readonly Heading[]): string | null {
  const days = headings.filter((heading) => heading.level === 1 && heading.line <= last);
  const own = days.find((heading) => heading.line >= first) ?? days.at(-1);
  return own === undefined ? null : dayOf(own.text);
}

/** Where a text may be cut, and what each piece would weigh. Index 0 belongs to line 1. */
interface BreakPoints {
  /** How good a cut before this line is. */
  scores: Float64Array;
  /** Characters of all the lines before this one, line ends included. */
  offsets: Float64Array;
}

/** The scores of QMD: a heading is the best place to cut, the middle of a code fence the worst. */
export function breakPointsOf(
  lines: readonly string[],
  headings: readonly Heading[],
  fenced: ReadonlySet<number>,
): BreakPoints {
  const scores = new Float64Array(lines.length);
  const offsets = new Float64Array(lines.length + 1);
  for (let i = 0; i < lines.length; i++) {
    offsets[i + 1] = offsets[i]! + lines[i]!.length + 1;
    scores[i] = plainScore(lines, i, fenced);
  }
  for (const { line, level } of headings)
    scores[line - 1] = BREAK_POINTS.heading - BREAK_POINTS.perLevel * (level - 1);
  return { scores, offsets };
}

/** Tokens of the lines from `from` to `to`, both included. */
function sizeOf({ offsets }: BreakPoints, from: number, to: number): number {
  return Math.ceil((offsets[to]! - offsets[from - 1]! - 1) / 4);
}

/**
 * The first lines of the pieces of a span, none over `most` tokens unless it is a single line. A good break is worth a
 * shorter piece: each is weighed by its score and by how much of the room it uses.
 */
export function cut(from: number, to: number, points: BreakPoints, most: number): number[] {
  const starts = [from];
  let start = from;
  while (start < to && sizeOf(points, start, to) > most) {
    start = nextStart(start, to, points, most);
    starts.push(start);
  }
  return starts;
}

function nextStart(start: number, to: number, points: BreakPoints, most: number): number {
  const { sizeShare } = CHUNKS;
  let best = start + 1;
  let bestWorth = Number.NEGATIVE_INFINITY;
  for (let line = start + 1; line <= to; line++) {
    const size = sizeOf(points, start, line - 1);
    if (size > most) break;
    const worth = points.scores[line - 1]! * (1 - sizeShare + (sizeShare * size) / most);
    if (worth >= bestWorth) {
      best = line;
      bestWorth = worth;
    }
  }
  return best;
}

function plainScore(lines: readonly string[], index: number, fenced: ReadonlySet<number>): number {
  const { rule, fenceEdge, paragraph, listItem, line: plain, emptyLine, insideFence } = BREAK_POINTS;
  const number = index + 1;
  if (fenced.has(number)) return fenced.has(number - 1) ? insideFence : fenceEdge;
  const line = lines[index]!;
  // A cut comes after an empty line, not before it.
  if (line.trim() === '') return emptyLine;
  if (fenced.has(number - 1)) return fenceEdge;
  if (RULE.test(line)) return rule;
  if (index > 0 && lines[index - 1]!.trim() === '') return paragraph;
  return LIST_ITEM.test(line) ? listItem : plain;
}

const RULE = /^ {0,3}(?:(?:- *){3,}|(?:\* *){3,}|(?:_ *){3,})$/;
const LIST_ITEM = /^\s{0,8}(?:[-*+]|\d{1,9}[.)])\s/;
