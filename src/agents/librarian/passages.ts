import type { ScoredUnit, SearchResult } from '../../search/engine.js';
import { ANSWER } from '../../search/ranking/parameters.js';
import type { LineRange } from '../../vault/line-ranges.js';
import { blockSize, type LineLengths, noteLengths, rangesOf } from './block-size.js';
import { isBroad } from './breadth.js';
import { type CandidateUnit, withoutCopies } from './copies.js';

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
  /** Of the chance that any unit holds the answer. */
  share: number;
}

/** What is shown, and the best of what is not. */
export interface ChosenPassages {
  passages: Passage[];
  /** Best first. */
  left: LeftOut[];
}

interface LeftOut extends Weighed {
  why: RefusalReason;
}

/**
 * `copy`: another unit says the same. `unlikely`: its chance is not worth its length. `no_room`: it is longer than
 * what is left of the answer. `weak`: its chunk shares only common words or a distant meaning with the question.
 */
export const REFUSALS = ['copy', 'unlikely', 'no_room', 'weak'] as const;
export type RefusalReason = (typeof REFUSALS)[number];

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
): ChosenPassages {
  const { candidates, copies } = weigh(results.filter(isStrong));
  const files = new Map<string, File>();
  for (const { unit, result } of candidates) {
    const file = files.get(result.path) ?? { chosen: [], size: 0, lengths: new Map() };
    files.set(result.path, file);
    noteLengths(unit, file.lengths);
  }
  const take = createTaker(question, budget);
  const refused: LeftOut[] = copies.map((copy) => ({ ...copy, why: 'copy' }));
  for (const candidate of inOrderOfWorth(candidates)) {
    const why = take(candidate, files.get(candidate.result.path)!);
    if (why !== null) refused.push({ ...candidate, why });
  }
  return {
    passages: [...files.values()]
      .filter(({ chosen }) => chosen.length > 0)
      .sort((a, b) => chanceOf(b) - chanceOf(a))
      .map(passageOf),
    left: leftOf(refused, results),
  };
}

/**
 * The likeliest units of an answer that is not sure, as passages: of each what `narrowed` leaves of it, while they fit into the budget, in
 * tokens. Units that say the same count once.
 */
export function chooseCandidates(
  results: readonly SearchResult[],
  narrowed: (unit: ScoredUnit) => ScoredUnit,
  budget: number,
): ChosenPassages {
  const { candidates, copies } = weigh(results.filter(isStrong));
  const files = new Map<string, File>();
  const refused: LeftOut[] = copies.map((copy) => ({ ...copy, why: 'copy' }));
  let left = 4 * budget;
  for (const [place, { unit, ...candidate }] of candidates.entries()) {
    const { path } = candidate.result;
    const file = files.get(path) ?? { chosen: [], size: 0, lengths: new Map() };
    const cut = { ...candidate, unit: place < ANSWER.candidates ? narrowed(unit) : unit };
    noteLengths(cut.unit, file.lengths, ANSWER.candidateLength);
    const chosen = [...file.chosen, cut];
    const size =
      blockSize(
        path,
        chosen.map((item) => item.unit),
        file.lengths,
      ) - file.size;
    if (place > 0 && (place >= ANSWER.candidates || size > left)) {
      refused.push({ ...candidate, unit, why: place >= ANSWER.candidates ? 'unlikely' : 'no_room' });
      continue;
    }
    left -= size;
    files.set(path, { ...file, chosen, size: file.size + size });
  }
  return {
    passages: [...files.values()].sort((a, b) => chanceOf(b) - chanceOf(a)).map(passageOf),
    left: leftOf(refused, results),
  };
}

/** The likeliest first; then those that bring most for their length, because they share one budget. */
function inOrderOfWorth([likeliest, ...others]: readonly Weighed[]): Weighed[] {
  const worth = ({ share, unit }: Weighed) => share / (unit.text.length + SHORTEST) ** ANSWER.perLength;
  return likeliest === undefined ? [] : [likeliest, ...others.sort((a, b) => worth(b) - worth(a))];
}

/** Adds a candidate to what is shown of its file, or says why not. The best candidate comes first. */
function createTaker(question: string, budget: number) {
  const least = ANSWER.leastShare * (isBroad(question) ? ANSWER.broader : 1);
  const isWorth = (share: number, size: number) => share >= least * (size / 400) ** ANSWER.lengthPower;
  let left = 4 * budget;
  let isFirst = true;
  return (candidate: Weighed, file: File): RefusalReason | null => {
    if (!isFirst && !isWorth(candidate.share, SHORTEST)) return 'unlikely';
    const chosen = [...file.chosen, candidate];
    const units = chosen.map(({ unit }) => unit);
    const size = blockSize(candidate.result.path, units, file.lengths) - file.size;
    if (size > (isFirst ? MOST_EXCESS * left : left)) {
      // What is less likely is not shown in its place.
      if (isFirst) left = 0;
      return 'no_room';
    }
    const place = file.chosen.length === 0 ? ANSWER.place : 0;
    if (!isFirst && !isWorth(candidate.share, size + place)) return 'unlikely';
    left -= size;
    isFirst = false;
    file.chosen = chosen;
    file.size += size;
    return null;
  };
}

/** So many that are not shown are named. */
const MOST_LEFT = 8;

function leftOf(refused: readonly LeftOut[], results: readonly SearchResult[]): LeftOut[] {
  return [...refused.toSorted((a, b) => b.share - a.share), ...weakOf(results)].slice(0, MOST_LEFT);
}

function isStrong({ score }: SearchResult): boolean {
  return score >= LEAST_SCORE;
}

function weakOf(results: readonly SearchResult[]): LeftOut[] {
  return results
    .filter((result) => !isStrong(result))
    .flatMap((result) => {
      const [unit] = (result.units ?? []).toSorted((a, b) => b.score - a.score);
      return unit === undefined ? [] : [{ unit, result, share: 0, why: 'weak' as const }];
    });
}

interface Weighed extends CandidateUnit {
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
function weigh(results: readonly SearchResult[]): { candidates: Weighed[]; copies: Weighed[] } {
  const all = results.flatMap((result) => (result.units ?? []).map((unit) => ({ unit, result })));
  const best = Math.max(...all.map(({ unit }) => unit.score));
  const chances = all.map(({ unit }) => Math.exp(unit.score - best));
  const total = chances.reduce((sum, chance) => sum + chance, 0);
  const weighed = all
    .map((item, index): Weighed => ({ ...item, share: chances[index]! / total }))
    .sort((a, b) => b.share - a.share)
    .slice(0, MOST_CANDIDATES);
  const candidates = withoutCopies(weighed, (kept, { share }) => ({ ...kept, share }));
  const kept = new Set(candidates.map(({ unit }) => unit));
  return { candidates, copies: weighed.filter(({ unit }) => !kept.has(unit)) };
}

function chanceOf({ chosen }: File): number {
  return chosen.reduce((sum, { share }) => sum + share, 0);
}

function passageOf(file: File): Passage {
  const chosen = file.chosen.toSorted((a, b) => b.share - a.share);
  const [{ result }] = chosen as [Weighed];
  const units = chosen.map(({ unit }) => unit);
  return {
    path: result.path,
    ranges: rangesOf(units),
    score: Math.max(...chosen.map((item) => item.result.score)),
    headings: result.headings,
    units,
    share: chanceOf(file),
  };
}
