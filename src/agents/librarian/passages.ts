import type { ScoredUnit, SearchResult } from '../../search/engine.js';
import { joinRanges, type LineRange } from '../../vault/line-ranges.js';
import { numberLines } from '../../vault/lines.js';
import { countTokens } from '../../vault/tokens.js';
import { isBroad } from './breadth.js';
import { createCopies } from './copies.js';

/** The lines of a file that belong in an answer. */
export interface Passage {
  path: string;
  /** In order; the headings of what they show are among them. */
  ranges: LineRange[];
  /** The best score of its chunks. */
  score: number;
  /** Those above the best of its units. */
  headings: string[];
  /** Its units, best first. */
  units: ScoredUnit[];
  /** The text of each unit with its line numbers, as the search found it. */
  quotes: string[];
}

/** Below this score only common words or distant meanings matched: not an answer. */
export const LEAST_SCORE = 0.2;

/**
 * What a unit must be worth for its length: a share of the chance to hold the answer, per token to the power of `lengthPower`,
 * so that a long paragraph must be worth more than a line.
 */
const LEAST_WORTH = 1e-6;
const LENGTH_POWER = 2;
/** A question that asks for several things gets more of them. */
const BROADER = 0.2;
/** What a block costs besides its units: fences, path, ranges; and a further range of it. */
const BLOCK_TOKENS = 12;
const RANGE_TOKENS = 9;

/**
 * The units that answer a question, as passages, the likeliest first: units are added while they are worth their length and fit into
 * the budget, in tokens. The best unit is always included.
 */
export function choosePassages(
  results: readonly SearchResult[],
  question: string,
  budget: number,
): Passage[] {
  const candidates = weigh(results.filter(({ score }) => score >= LEAST_SCORE));
  const least = isBroad(question) ? BROADER * LEAST_WORTH : LEAST_WORTH;
  const copies = createCopies();
  const chosen = new Map<string, Weighed[]>();
  let left = budget;
  for (const candidate of candidates) {
    const known = chosen.get(candidate.result.path);
    const tokens = costOf(candidate, known);
    const isFirst = chosen.size === 0;
    if (!isFirst && (tokens > left || candidate.share / tokens ** LENGTH_POWER < least)) continue;
    if (copies.has(candidate.unit.text)) continue;
    copies.add(candidate.unit.text);
    left -= tokens;
    chosen.set(candidate.result.path, [...(known ?? []), candidate]);
  }
  return [...chosen.values()].sort((a, b) => chanceOf(b) - chanceOf(a)).map(passageOf);
}

interface Weighed {
  unit: ScoredUnit;
  result: SearchResult;
  /** Of the chance that any unit holds the answer. */
  share: number;
}

/** Best first. */
function weigh(results: readonly SearchResult[]): Weighed[] {
  const all = results.flatMap((result) => (result.units ?? []).map((unit) => ({ unit, result })));
  const best = Math.max(...all.map(({ unit }) => unit.score));
  const chances = all.map(({ unit }) => Math.exp(unit.score - best));
  const total = chances.reduce((sum, chance) => sum + chance, 0);
  return all
    .map((item, index) => ({ ...item, share: chances[index]! / total }))
    .sort((a, b) => b.share - a.share);
}

function costOf({ unit, result }: Weighed, known: readonly Weighed[] | undefined): number {
  const text = countTokens(unit.text) + RANGE_TOKENS;
  return known === undefined ? text + BLOCK_TOKENS + countTokens(result.path) + 8 * unit.above.length : text;
}

function chanceOf(units: readonly Weighed[]): number {
  return units.reduce((sum, { share }) => sum + share, 0);
}

function passageOf(chosen: readonly Weighed[]): Passage {
  const [{ result }] = chosen as [Weighed];
  const units = chosen.map(({ unit }) => unit);
  const lines = units.flatMap(({ first, last, above }) => [
    ...above.map((line) => ({ first: line, last: line })),
    { first, last },
  ]);
  return {
    path: result.path,
    // The line that stands for one hidden line is as long as most lines.
    ranges: joinRanges(lines, 1),
    score: Math.max(...chosen.map((item) => item.result.score)),
    headings: result.headings,
    units,
    quotes: units.map(({ text, first }) => numberLines(text.split('\n'), first)),
  };
}
