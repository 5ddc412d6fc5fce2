import { tagsOf } from './analyse.js';
import { fold } from './fold.js';
import type { Query, Term } from './query.js';
import { rawWordsOf, wordsOf } from './words.js';

/**
 * The tightest passage of a chunk that answers a query: the lines that together hold most of what is looked for, a long
 * passage only where each further line brings something new. Line numbers count from 0 inside `lines`.
 */
export function findPassage(
  lines: readonly string[],
  query: Query,
  weights: readonly number[],
): { first: number; last: number } {
  const finder = createLineFinder(query.terms);
  const hits: { line: number; terms: Set<number> }[] = [];
  lines.forEach((line, index) => {
    const terms = finder(line);
    if (terms.size > 0) hits.push({ line: index, terms });
  });
  if (hits.length === 0) return firstText(lines);
  const total = weights.reduce((sum, weight) => sum + weight, 0) || 1;
  let best = { first: hits[0]!.line, last: hits[0]!.line };
  let bestWorth = Number.NEGATIVE_INFINITY;
  for (let start = 0; start < hits.length; start++) {
    const found = new Set<number>();
    let sum = 0;
    for (let end = start; end < hits.length; end++) {
      const length = hits[end]!.line - hits[start]!.line;
      if (length > MAX_LINES) break;
      for (const term of hits[end]!.terms) {
        if (found.has(term)) continue;
        found.add(term);
        sum += weights[term]!;
      }
      const worth = sum / total - LINE_COST * length;
      if (worth <= bestWorth + 1e-9) continue;
      bestWorth = worth;
      best = { first: hits[start]!.line, last: hits[end]!.line };
    }
  }
  return best;
}

const MAX_LINES = 40;
/** What a further line must add, as a share of the whole question. */
const LINE_COST = 0.04;

function createLineFinder(terms: readonly Term[]): (line: string) => Set<number> {
  const byKey = new Map<string, number>();
  const starts = new Set<string>();
  for (let index = terms.length - 1; index >= 0; index--) {
    for (const { text } of terms[index]!.keys) {
      byKey.set(text, index);
      starts.add(text.slice(0, START));
    }
  }
  return (line) => {
    const found = new Set<number>();
    const take = (text: string) => {
      const index = byKey.get(text);
      if (index !== undefined) found.add(index);
    };
    for (const raw of rawWordsOf(line)) {
      // A stem starts like its word: most words need not be stemmed to be ruled out.
      if (!starts.has(fold(raw.slice(0, START))) && raw.charCodeAt(0) < FIRST_UNUSUAL) continue;
      for (const { fr, en } of wordsOf(raw)) {
        take(fr.text);
        take(en.text);
      }
    }
    for (const tag of tagsOf(line)) take(tag);
    return found;
  };
}

const START = 2;
/** From here on folding may change the length of a start. */
const FIRST_UNUSUAL = 0x80;

/** Only the headings above or the path speak for this chunk: its first line with text stands for it. */
function firstText(lines: readonly string[]): { first: number; last: number } {
  const index = Math.max(
    0,
    lines.findIndex((line) => line.trim() !== ''),
  );
  return { first: index, last: index };
}
