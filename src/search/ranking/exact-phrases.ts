import type { Query } from '../query/parse-query.js';
import { containsPhrase } from '../query/phrase.js';
import type { WeighedTerm } from './bm25.js';
import type { TermMatch } from './term-matches.js';

/** A field with its value or a compound (`status: en-cours`, `TVA-Q3`) adds the whole weight of its words again. */
export function exactPhrases(
  { candidate }: TermMatch,
  terms: readonly WeighedTerm[],
  { exact }: Query,
): number {
  let sum = 0;
  for (const phrase of exact) {
    if (!containsPhrase(candidate.words, phrase)) continue;
    for (const { folded } of phrase) {
      const term = terms.find(({ label }) => label === folded);
      if (term !== undefined) sum += term.idf / term.weight;
    }
  }
  return sum;
}
