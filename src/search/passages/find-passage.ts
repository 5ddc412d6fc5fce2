import { splitFrontmatter } from '../../vault/frontmatter.js';
import { shownLines } from '../../vault/lines.js';
import type { Query } from '../query/parse-query.js';
import { PASSAGES } from '../ranking/parameters.js';
import { STAMP } from '../text/line-patterns.js';
import { createTermFinder } from './term-finder.js';

export interface PassageOptions {
  /** Whether the chunk is the start of its file, where frontmatter may stand. */
  startsFile: boolean;
  /** Asked where words say little. */
  nearest: ((lines: readonly string[]) => number | null) | null;
}

/**
 * The tightest passage of a chunk that answers a query: the lines that together hold most of what is looked for, a long
 * passage only where each further line brings something new. Where words say little, the line that is nearest in
 * meaning. Line numbers count from 0 inside `lines`.
 */
export function findPassage(
  lines: readonly string[],
  query: Query,
  weights: readonly number[],
  { startsFile, nearest }: PassageOptions,
): { first: number; last: number } {
  const text = lines.join('\n');
  const body = startsFile ? shownLines(splitFrontmatter(text).head).length : 0;
  const { passage, share } = passageByWords(lines, text, body, query, weights);
  if (passage !== null && share >= PASSAGES.enoughWords) return passage;
  const line = nearest?.(lines.slice(body)) ?? null;
  if (line !== null) return { first: body + line, last: body + line };
  return passage ?? firstText(lines, body);
}

/** The best lines by their words, and which share of the question they hold. */
function passageByWords(
  lines: readonly string[],
  text: string,
  body: number,
  query: Query,
  weights: readonly number[],
): { passage: { first: number; last: number } | null; share: number } {
  const finder = createTermFinder(query.terms);
  const hits: { line: number; terms: Set<number> }[] = [];
  let end = -1;
  lines.forEach((line, index) => {
    const start = end + 1;
    end = start + line.length;
    if (index < body && STAMP.test(line)) return;
    const terms = finder(text, start, end);
    if (terms.size > 0) hits.push({ line: index, terms });
  });
  const total = weights.reduce((sum, weight) => sum + weight, 0) || 1;
  let passage: { first: number; last: number } | null = null;
  let share = 0;
  let bestWorth = Number.NEGATIVE_INFINITY;
  for (let start = 0; start < hits.length; start++) {
    const found = new Set<number>();
    let sum = 0;
    for (let end = start; end < hits.length; end++) {
      const length = hits[end]!.line - hits[start]!.line;
      // No passage can be worth that many lines.
      if (PASSAGES.lineCost * length > 1) break;
      for (const term of hits[end]!.terms) {
        if (found.has(term)) continue;
        found.add(term);
        sum += weights[term]!;
      }
      const worth = sum / total - PASSAGES.lineCost * length;
      if (worth <= bestWorth + 1e-9) continue;
      bestWorth = worth;
      passage = { first: hits[start]!.line, last: hits[end]!.line };
      share = sum / total;
    }
  }
  return { passage, share };
}

/** Only the headings above or the path speak for this chunk: its first line with text stands for it. */
function firstText(lines: readonly string[], body: number): { first: number; last: number } {
  const index = lines.findIndex((line, at) => at >= body && line.trim() !== '');
  const line = Math.max(0, index);
  return { first: line, last: line };
}
