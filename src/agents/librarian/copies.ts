import type { ScoredUnit, SearchResult } from '../../search/engine.js';
import { isReview } from '../../search/ranking/waiting.js';
import { type FileKind, isStructured, kindOf } from '../../vault/kinds.js';

/** A unit with the result it is of. */
export interface Candidate {
  unit: ScoredUnit;
  result: SearchResult;
}

/**
 * Leaves out what another candidate says as well: of the same text in two places the fuller one stays, of equal ones
 * that in a structured file (state, description, tasks, profile), else the first; of a note and the log entry that names its file, the
 * note; the question about an inbox item only if nothing else is there. What stays takes the place of the first of them.
 */
export function withoutCopies<Item extends Candidate>(
  candidates: readonly Item[],
  merge: (kept: Item, first: Item) => Item,
): Item[] {
  const paths = new Set(candidates.map(({ result }) => result.path));
  const kept: { item: Item; words: ReadonlySet<string>; text: string }[] = [];
  for (const item of candidates.filter(({ unit, result }) => !isStub(unit, result, paths))) {
    const text = plain(item.unit.text);
    const words = new Set(text.split(' '));
    const at = words.size < FEWEST_WORDS ? -1 : kept.findIndex((other) => isSame({ words, text }, other));
    if (at === -1) {
      kept.push({ item, words, text });
      continue;
    }
    const first = kept[at]!;
    if (isFuller({ item, text }, first)) kept[at] = { item: merge(item, first.item), words, text };
  }
  return kept.map(({ item }) => item);
}

/** Texts of a few words are the same by chance. */
const FEWEST_WORDS = 5;
const SAME_WORDS = 0.85;

interface Text {
  words: ReadonlySet<string>;
  text: string;
}

function isSame(a: Text, b: Text): boolean {
  if (b.words.size < FEWEST_WORDS) return false;
  if (a.text.length >= b.text.length ? isWithin(b, a) : isWithin(a, b)) return true;
  const least = SAME_WORDS * Math.max(a.words.size, b.words.size);
  let shared = Math.min(a.words.size, b.words.size);
  const [few, many] = a.words.size === shared ? [a.words, b.words] : [b.words, a.words];
  for (const word of few) {
    if (shared < least) return false;
    if (!many.has(word)) shared--;
  }
  return shared >= least;
}

/** A word with others on both sides is a word of the longer text too: that rules out most, without reading them. */
function isWithin(short: Text, long: Text): boolean {
  const [, inner] = short.words;
  return long.words.has(inner!) && long.text.includes(short.text);
}

function isFuller(a: { item: Candidate; text: string }, b: { item: Candidate; text: string }): boolean {
  if (a.text.length !== b.text.length) return a.text.length > b.text.length;
  return isStructured(kindOfResult(a.item.result)) && !isStructured(kindOfResult(b.item.result));
}

function kindOfResult({ path }: SearchResult): FileKind {
  return kindOf(path.replace(/^vault\//, ''));
}

/** What only repeats a candidate: the log entry of a note, the question about an inbox item. */
function isStub({ text }: ScoredUnit, result: SearchResult, paths: ReadonlySet<string>): boolean {
  if (isReview(result.path)) return [...paths].some((path) => !isReview(path));
  if (kindOfResult(result) !== 'changelog') return false;
  return [...text.matchAll(NAMED_FILE)].some(([named]) => paths.has(named));
}

const NAMED_FILE = /vault\/[^\s`"'«»()[\]]+\.\p{L}+/gu;

function plain(text: string): string {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');
}
