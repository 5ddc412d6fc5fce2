import type { ScoredUnit, SearchResult } from '../../search/engine.js';
import { ANSWER, PASSAGES } from '../../search/ranking/parameters.js';
import { isReview } from '../../search/ranking/waiting.js';
import type { FileKind } from '../../vault/kinds.js';
import { isStructured, kindOf } from '../../vault/kinds.js';
import type { LineRange } from '../../vault/line-ranges.js';
import { formatRanges, hiddenLines, joinRanges } from '../../vault/line-ranges.js';
import { block, numberWidth } from '../../vault/lines.js';
import { isBroad } from './breadth.js';

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

/** The lines that show units with what they belong to, in order. */
function rangesOf(units: readonly ScoredUnit[]): LineRange[] {
  const lines = units.flatMap(({ first, last, above }) => [
    ...above.map((line) => ({ first: line, last: line })),
    { first, last },
  ]);
  // The line that stands for one hidden line is as long as most lines.
  return joinRanges(lines, 1);
}

/** The lengths of the lines of one file, as far as its units are known. */
type LineLengths = Map<number, number>;

function noteLengths(
  { first, text, above, aboveText }: ScoredUnit,
  lengths: LineLengths,
  longest = PASSAGES.longestLine,
): void {
  text.split('\n').forEach((line, index) => {
    lengths.set(first + index, shownLength(line, longest));
  });
  aboveText.split('\n').forEach((line, index) => {
    if (above[index] !== undefined) lengths.set(above[index], shownLength(line, longest));
  });
}

/** A longer line is cut, and says on each side how much is left out. */
function shownLength(line: string, longest: number): number {
  return Math.min(line.length, longest + 2 * '[1000000 characters] … '.length);
}

/** In characters, with the empty line that separates it from the next one. */
function blockSize(path: string, units: readonly ScoredUnit[], lengths: LineLengths): number {
  const ranges = rangesOf(units);
  const prefix = numberWidth(ranges.at(-1)!.last) + ' | '.length;
  let size = block(`${path} (lines ${formatRanges(ranges, ', ')})`, '').length + '\n\n'.length;
  ranges.forEach(({ first, last }, index) => {
    if (index > 0) size += hiddenLines(ranges[index - 1]!.last + 1, first - 1).length + 1;
    for (let line = first; line <= last; line++) size += prefix + (lengths.get(line) ?? 0) + 1;
  });
  return size;
}

/** A unit with the result it is of. */
export interface CandidateUnit {
  unit: ScoredUnit;
  result: SearchResult;
}

/**
 * Leaves out what another candidate says as well: of the same text in two places the fuller one stays, of equal ones
 * that in a structured file (state, description, tasks, profile), else the first; of a log entry and the file that it names, the best of
 * that file; the question about an inbox item only if nothing else is there. What stays takes the place of the first of them.
 */
export function withoutCopies<Item extends CandidateUnit>(
  candidates: readonly Item[],
  merge: (kept: Item, first: Item) => Item,
): Item[] {
  const kept: (Text & { item: Item })[] = [];
  const places = createPlaces();
  for (const item of withoutStubs(candidates, merge)) {
    const own = { ...textOf(item.unit.text, places.wordOf), item };
    const at = places.like(own).find((place) => isSame(own, kept[place]!)) ?? kept.length;
    const first = kept[at];
    if (first !== undefined && !isFuller(own, first)) continue;
    places.add(own, at);
    kept[at] = first === undefined ? own : { ...own, item: merge(item, first.item) };
  }
  return kept.map(({ item }) => item);
}

/**
 * The texts by their words: most share too few with any other to be the same, and need not be compared with each. Says
 * which ones may be, in their order.
 */
function createPlaces() {
  const words = new Map<string, Word>();
  return {
    wordOf(spelling: string): Word {
      let word = words.get(spelling);
      if (word === undefined) {
        word = { holding: [], second: [] };
        words.set(spelling, word);
      }
      return word;
    },
    add({ list }: Text, place: number): void {
      if (list.length < FEWEST_WORDS) return;
      for (const word of list) word.holding.push(place);
      list[1]!.second.push(place);
    },
    like({ list }: Text): number[] {
      if (list.length < FEWEST_WORDS) return [];
      const found = new Set(list[1]!.holding);
      const known: number[][] = [];
      for (const { holding, second } of list) {
        for (const place of second) found.add(place);
        if (holding.length > 0) known.push(holding);
      }
      // A text with the same words lacks few of them: it holds one of any that are more than those few.
      const unknown = list.length - known.length;
      const more = Math.floor((1 - SAME_WORDS) * list.length) + 1 - unknown;
      if (more > 0) {
        known.sort((a, b) => a.length - b.length);
        for (const places of known.slice(0, more)) for (const place of places) found.add(place);
      }
      return [...found].sort((a, b) => a - b);
    },
  };
}

/** Texts of a few words are the same by chance. */
const FEWEST_WORDS = 5;
const SAME_WORDS = 0.85;

/** Which texts hold a word, and have it as their second one. */
interface Word {
  holding: number[];
  second: number[];
}

interface Text {
  text: string;
  /** Its distinct words, in order and to look them up. */
  list: readonly Word[];
  words: ReadonlySet<Word>;
}

function textOf(written: string, wordOf: (spelling: string) => Word): Text {
  const all = written.toLowerCase().match(WORD) ?? [''];
  const words = new Set(all.map(wordOf));
  return { text: all.join(' '), list: [...words], words };
}

function isSame(a: Text, b: Text): boolean {
  if (b.list.length < FEWEST_WORDS) return false;
  if (a.text.length >= b.text.length ? isWithin(b, a) : isWithin(a, b)) return true;
  const isShorter = a.list.length <= b.list.length;
  const few = isShorter ? a : b;
  const many = isShorter ? b : a;
  const least = SAME_WORDS * many.list.length;
  let shared = few.list.length;
  for (let at = 0; at < few.list.length && shared >= least; at++) {
    if (!many.words.has(few.list[at]!)) shared--;
  }
  return shared >= least;
}

/** A word with others on both sides is a word of the longer text too: that rules out most, without reading them. */
function isWithin(short: Text, long: Text): boolean {
  return long.words.has(short.list[1]!) && long.text.includes(short.text);
}

function isFuller(a: Text & { item: CandidateUnit }, b: Text & { item: CandidateUnit }): boolean {
  if (a.text.length !== b.text.length) return a.text.length > b.text.length;
  return isStructured(kindOfResult(a.item.result)) && !isStructured(kindOfResult(b.item.result));
}

function kindOfResult({ path }: SearchResult): FileKind {
  return kindOf(path.replace(/^vault\//, ''));
}

/** What only repeats a candidate is left out: the log entry of a note, the question about an inbox item. */
function withoutStubs<Item extends CandidateUnit>(
  candidates: readonly Item[],
  merge: (kept: Item, first: Item) => Item,
): Item[] {
  const best = new Map<string, Item>();
  for (const item of candidates) if (!best.has(item.result.path)) best.set(item.result.path, item);
  const isAlone = [...best.keys()].every(isReview);
  const raised = new Set<Item>();
  /** Changelog results in which an entry that matches the question names another candidate. */
  const told = new Set<SearchResult>();
  const left = candidates.flatMap((item) => {
    if (raised.has(item) || (isReview(item.result.path) && !isAlone)) return [];
    const [named] = namedIn(item).flatMap((path) => best.get(path) ?? []);
    if (named === undefined) return [item];
    if (item.unit.terms.length > 0) told.add(item.result);
    if (raised.has(named) || candidates.indexOf(named) < candidates.indexOf(item)) return [];
    raised.add(named);
    return [merge(named, item)];
  });
  // Entries beside it that hold nothing of the question came with it, and go with it.
  return left.filter(({ result, unit }) => !told.has(result) || unit.terms.length > 0);
}

/** The files that a log entry names. */
function namedIn({ unit, result }: CandidateUnit): string[] {
  if (kindOfResult(result) !== 'changelog') return [];
  return [...unit.text.matchAll(NAMED_FILE)].map(([named]) => named);
}

const NAMED_FILE = /vault\/[^\s`"'«»()[\]]+\.\p{L}+/gu;
const WORD = /[\p{L}\p{N}]+/gu;
