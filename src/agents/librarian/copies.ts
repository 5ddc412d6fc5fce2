import type { ScoredUnit, SearchResult } from '../../search/engine.js';
import { isReview } from '../../search/ranking/waiting.js';
import { type FileKind, isStructured, kindOf } from '../../vault/kinds.js';

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
