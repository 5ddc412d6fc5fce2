import type { Heading } from '../../vault/headings.js';
import { BREAK_POINTS, CHUNKS } from '../ranking/parameters.js';

/** Where a text may be cut, and what each piece would weigh. Index 0 belongs to line 1. */
export interface BreakPoints {
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
export function sizeOf({ offsets }: BreakPoints, from: number, to: number): number {
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
