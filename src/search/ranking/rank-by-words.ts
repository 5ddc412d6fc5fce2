import type { Candidate } from '../index/word-list.js';
import type { Query } from '../query/parse-query.js';
import { containsPhrase } from '../query/phrase.js';
import { bm25, type Rarity, termScore, type WeighedTerm, weighTerms } from './bm25.js';
import { createCoverage } from './coverage.js';
import { exactPhrases } from './exact-phrases.js';
import { proximity } from './proximity.js';
import { byScore, calibrate, type Evidence, type Ranked } from './ranked.js';
import { matchTerms, type TermMatch } from './term-matches.js';

/** One sign that a chunk answers, in the unit of the terms' weights. */
type WordStage = (match: TermMatch, terms: readonly WeighedTerm[], query: Query) => number;

/** Adds up what each stage gives, as a share of what the question could give. Best first. */
export function rankByWords(query: Query, candidates: readonly Candidate[], rarity: Rarity): Ranked[] {
  const matches = matchTerms(holding(candidates, query), query.terms, rarity.averageLength);
  const terms = weighTerms(query.terms, rarity);
  const stages: Record<string, WordStage> = {
    bm25,
    proximity,
    'exact phrases': exactPhrases,
    coverage: createCoverage(matches),
  };
  const run = Object.values(stages);
  const ideal = terms.reduce((sum, { idf }) => sum + idf, 0) || 1;
  const ranked: Ranked[] = [];
  for (const match of matches) {
    let total = 0;
    for (const stage of run) total += stage(match, terms, query);
    if (total <= 0) continue;
    const evidence = () => evidenceOf(match, terms, query, stages, ideal);
    ranked.push({ id: match.candidate.id, score: calibrate(total / ideal), evidence });
  }
  return ranked.sort(byScore);
}

/** Words in quotes must be there. */
function holding(candidates: readonly Candidate[], { quoted }: Query): readonly Candidate[] {
  if (quoted.length === 0) return candidates;
  return candidates.filter(({ words }) => quoted.every((phrase) => containsPhrase(words, phrase)));
}

function evidenceOf(
  match: TermMatch,
  terms: readonly WeighedTerm[],
  query: Query,
  stages: Record<string, WordStage>,
  ideal: number,
): Evidence {
  const found: Evidence = { terms: {}, stages: {} };
  terms.forEach((term, index) => {
    const amount = match.amounts[index]!;
    if (amount > 0) found.terms[term.label] = termScore(term, amount) / ideal;
  });
  for (const [name, stage] of Object.entries(stages)) {
    const gain = stage(match, terms, query) / ideal;
    if (gain > 0) found.stages[name] = gain;
  }
  return found;
}
