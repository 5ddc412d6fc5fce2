import type { Heading } from '../../vault/headings.js';

/** Where a text may be cut, and what each piece would weigh. Index 0 belongs to line 1. */
export interface Breaks {
  /** How good a cut before this line is. */
  scores: Float64Array;
  /** Characters of all the lines before this one, line ends included. */
  offsets: Float64Array;
}

/** The scores of QMD: a heading is the best place to cut, the middle of a code fence the worst. */
export function breaksOf(
  lines: readonly string[],
  headings: readonly Heading[],
  fenced: ReadonlySet<number>,
): Breaks {
  const scores = new Float64Array(lines.length);
  const offsets = new Float64Array(lines.length + 1);
  for (let i = 0; i < lines.length; i++) {
    offsets[i + 1] = offsets[i]! + lines[i]!.length + 1;
    scores[i] = plainScore(lines, i, fenced);
  }
  for (const { line, level } of headings) scores[line - 1] = 110 - 10 * level;
  return { scores, offsets };
}

/** Tokens of the lines from `from` to `to`, both included. */
export function sizeOf({ offsets }: Breaks, from: number, to: number): number {
  return Math.ceil((offsets[to]! - offsets[from - 1]! - 1) / 4);
}

/**
 * The first lines of the pieces of a span, none over `most` tokens unless it is a single line. A good break is worth a
 * shorter piece: each is weighed by its score and by how much of the room it uses.
 */
export function cut(from: number, to: number, breaks: Breaks, most: number): number[] {
  const starts = [from];
  let start = from;
  while (start < to && sizeOf(breaks, start, to) > most) {
    start = nextStart(start, to, breaks, most);
    starts.push(start);
  }
  return starts;
}

function nextStart(start: number, to: number, breaks: Breaks, most: number): number {
  let best = start + 1;
  let bestWorth = Number.NEGATIVE_INFINITY;
  for (let line = start + 1; line <= to; line++) {
    const size = sizeOf(breaks, start, line - 1);
    if (size > most) break;
    const worth = breaks.scores[line - 1]! * (0.3 + (0.7 * size) / most);
    if (worth >= bestWorth) {
      best = line;
      bestWorth = worth;
    }
  }
  return best;
}

function plainScore(lines: readonly string[], index: number, fenced: ReadonlySet<number>): number {
  const number = index + 1;
  if (fenced.has(number)) return fenced.has(number - 1) ? 0.1 : 40;
  const line = lines[index]!;
  // A cut comes after an empty line, not before it.
  if (line.trim() === '') return 0.5;
  if (fenced.has(number - 1)) return 40;
  if (RULE.test(line)) return 60;
  if (index > 0 && lines[index - 1]!.trim() === '') return 20;
  return LIST_ITEM.test(line) ? 5 : 1;
}

const RULE = /^ {0,3}(?:(?:- *){3,}|(?:\* *){3,}|(?:_ *){3,})$/;
const LIST_ITEM = /^\s{0,8}(?:[-*+]|\d{1,9}[.)])\s/;
