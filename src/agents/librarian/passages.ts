import type { ScoredUnit, SearchResult } from '../../search/engine.js';
import { ANSWER } from '../../search/ranking/parameters.js';
import type { LineRange } from '../../vault/line-ranges.js';
import { numberLines } from '../../vault/lines.js';
import { blockSize, type LineLengths, noteLengths, rangesOf } from './block-size.js';
import { isBroad } from './breadth.js';
import { type Candidate, withoutCopies } from './copies.js';

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

/** No more fit into an answer. */
const MOST_CANDIDATES = 200;
/** No unit costs less, in characters. */
const SHORTEST = 40;
/** The best unit is shown even if it exceeds the budget, up to this many times. */
const MOST_EXCESS = 4;

/**
 * The units that answer a question, as passages, the likeliest first. Units are added while their chance to hold the answer is
 * worth their length and they fit into the budget, in tokens. Of units that say the same, the fuller one is shown.
 */
export function choosePassages(
  results: readonly SearchResult[],
  question: string,
  budget: number,
): Passage[] {
  const candidates = weigh(results.filter(({ score }) => score >= LEAST_SCORE));
  const least = ANSWER.leastShare * (isBroad(question) ? ANSWER.broader : 1);
  const isWorth = (share: number, size: number) => share >= least * (size / 400) ** ANSWER.lengthPower;
  const files = new Map<string, File>();
  for (const { unit, result } of candidates) {
    const file = files.get(result.path) ?? { chosen: [], size: 0, lengths: new Map() };
    files.set(result.path, file);
    noteLengths(unit, file.lengths);
  }
  let left = 4 * budget;
  let isFirst = true;
  for (const candidate of candidates) {
    if (!isFirst && !isWorth(candidate.share, SHORTEST)) break;
    const file = files.get(candidate.result.path)!;
    const chosen = [...file.chosen, candidate];
    const units = chosen.map(({ unit }) => unit);
    const size = blockSize(candidate.result.path, units, file.lengths) - file.size;
    if (isFirst ? size > MOST_EXCESS * left : size > left || !isWorth(candidate.share, size)) continue;
    left -= size;
    files.set(candidate.result.path, { ...file, chosen, size: file.size + size });
    isFirst = false;
  }
  return [...files.values()]
    .filter(({ chosen }) => chosen.length > 0)
    .sort((a, b) => chanceOf(b) - chanceOf(a))
    .map(passageOf);
}

interface Weighed extends Candidate {
  /** Of the chance that any unit holds the answer. */
  share: number;
}

/** What is shown of a file. */
interface File {
  chosen: Weighed[];
  /** In characters. */
  size: number;
  lengths: LineLengths;
}

/** Best first, each text once. */
function weigh(results: readonly SearchResult[]): Weighed[] {
  const all = results.flatMap((result) => (result.units ?? []).map((unit) => ({ unit, result })));
  const best = Math.max(...all.map(({ unit }) => unit.score));
  const chances = all.map(({ unit }) => Math.exp(unit.score - best));
  const total = chances.reduce((sum, chance) => sum + chance, 0);
  const weighed = all
    .map((item, index): Weighed => ({ ...item, share: chances[index]! / total }))
    .sort((a, b) => b.share - a.share)
    .slice(0, MOST_CANDIDATES);
  return withoutCopies(weighed, (kept, { share }) => ({ ...kept, share }));
}

function chanceOf({ chosen }: File): number {
  return chosen.reduce((sum, { share }) => sum + share, 0);
}

function passageOf({ chosen }: File): Passage {
  const [{ result }] = chosen as [Weighed];
  const units = chosen.map(({ unit }) => unit);
  return {
    path: result.path,
    ranges: rangesOf(units),
    score: Math.max(...chosen.map((item) => item.result.score)),
    headings: result.headings,
    units,
    quotes: units.map(({ text, first }) => numberLines(text.split('\n'), first)),
  };
}
