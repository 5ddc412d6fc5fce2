import type { WeighedTerm } from './bm25.js';
import { PROXIMITY } from './parameters.js';
import type { TermMatch } from './term-matches.js';

/** Words close together: for each pair of terms the closest occurrence, weighed by the more common of the two. */
export function proximity({ candidate, hits }: TermMatch, terms: readonly WeighedTerm[]): number {
  if (hits.length <= 2) return 0;
  const { window, inOrder, weight } = PROXIMITY;
  const { heads } = candidate.words;
  const pairs: number[] = [];
  const best: number[] = [];
  for (let i = 0; i < hits.length; i += 2) {
    const at = hits[i]!;
    const a = hits[i + 1]!;
    for (let j = i + 2; j < hits.length; j += 2) {
      const gap = hits[j]! - at;
      if (gap > window) break;
      const b = hits[j + 1]!;
      if (a === b) continue;
      // Two numbers of a heading are often those of another date.
      if (at < heads && terms[a]!.isNumber && terms[b]!.isNumber) continue;
      const order = terms[b]!.position - terms[a]!.position === gap ? inOrder : 1;
      const worth = (Math.min(terms[a]!.idf, terms[b]!.idf) * order) / gap;
      const pair = a < b ? a * 256 + b : b * 256 + a;
      const known = pairs.indexOf(pair);
      if (known < 0) {
        pairs.push(pair);
        best.push(worth);
      } else if (worth > best[known]!) best[known] = worth;
    }
  }
  let sum = 0;
  for (const worth of best) sum += worth;
  return weight * sum;
}
