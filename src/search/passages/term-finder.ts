import { isName, type Term } from '../query/parse-query.js';
import { isTag, tagsOf } from '../text/tags.js';
import { eachRun } from '../text/word-scanner.js';
import { lettersOf, readRun, type Word } from '../text/words.js';

/**
 * The terms of a question, by their index, that a part of a text holds. The same lines are read once. A name is found as it is
 * written or with an s: what shares its stem is another word (`Tim` and `time`, `Gina` and `gin`).
 */
export type TermFinder = (text: string, start: number, end: number) => ReadonlySet<number>;

export function createTermFinder(terms: readonly Term[]): TermFinder {
  const byKey = new Map<string, number>();
  const starts: string[][] = [];
  let hasTag = false;
  for (let index = terms.length - 1; index >= 0; index--) {
    for (const { text } of terms[index]!.keys) {
      byKey.set(text, index);
      hasTag ||= isTag(text);
      const letters = lettersOf(text);
      if (!isPlain(letters, 0, letters.length)) continue;
      const start = startOf(letters, 0, letters.length);
      starts[start] ??= [];
      starts[start].push(letters.slice(0, Math.max(2, letters.length - MOST_NEW_LETTERS)));
    }
  }
  const names = terms.map((term) => (isName(term) ? term.label : null));
  const words: Word[] = [];
  const known = new Map<string, ReadonlySet<number>>();
  return find;

  function find(text: string, start: number, end: number): ReadonlySet<number> {
    const part = text.slice(start, end);
    let terms = known.get(part);
    if (terms === undefined) {
      // No word goes over the end of a line. A tag may.
      terms = !hasTag && part.includes('\n') ? ofLines(text, start, end) : termsIn(text, start, end, part);
      known.set(part, terms);
    }
    return terms;
  }

  /** Units, passages and headings are made of the same lines. */
  function ofLines(text: string, start: number, end: number): Set<number> {
    const found = new Set<number>();
    for (let from = start, to = start; from < end; from = to + 1) {
      to = text.indexOf('\n', from);
      if (to === -1 || to > end) to = end;
      for (const term of find(text, from, to)) found.add(term);
    }
    return found;
  }

  function termsIn(text: string, start: number, end: number, part: string): Set<number> {
    const found = new Set<number>();
    const take = (key: string, written: string | null) => {
      const index = byKey.get(key);
      if (index === undefined) return;
      const name = names[index];
      if (name == null || written === null || isSameName(name, written)) found.add(index);
    };
    const hasCompounds = INNER_CAPITAL.test(part);
    const look = (from: number, to: number, hash: number, holdsUnspaced: boolean) => {
      // A stem starts like its word: most words need not be stemmed to be ruled out.
      const isOther =
        isPlain(text, from, to) && !beginsWithOne(starts[startOf(text, from, to)], text, from, to);
      if (isOther && !holdsUnspaced && !(hasCompounds && hasInnerCapital(text, from, to))) return;
      words.length = 0;
      readRun(text, from, to, hash, holdsUnspaced, words);
      for (const { fr, en, folded } of words) {
        take(fr.text, folded);
        take(en.text, folded);
      }
    };
    eachRun(text, look, start, end);
    if (hasTag) for (const tag of tagsOf(part)) take(tag, null);
    return found;
  }
}

function isSameName(name: string, written: string): boolean {
  return name === written || `${name}s` === written || name === `${written}s`;
}

/** How a stem may end that its word does not hold: `implication` becomes `impliqu`, `lying` becomes `lie`. */
const MOST_NEW_LETTERS = 2;

/** Whether a word begins with one of the starts, as far as it has no accents. */
function beginsWithOne(
  starts: readonly string[] | undefined,
  text: string,
  from: number,
  to: number,
): boolean {
  if (starts === undefined) return false;
  for (const start of starts) {
    let at = 2;
    while (at < start.length && from + at < to && small(text.charCodeAt(from + at)) === start.charCodeAt(at))
      at++;
    if (at >= start.length || start.charCodeAt(at) > 127) return true;
    if (from + at < to && text.charCodeAt(from + at) > 127) return true;
  }
  return false;
}

/** True where the first two letters are what they look like: accents and ligatures need folding first. */
function isPlain(text: string, from: number, to: number): boolean {
  return text.charCodeAt(from) < 128 && (to - from < 2 || text.charCodeAt(from + 1) < 128);
}

const INNER_CAPITAL = /[A-Za-z0-9\u0080-\uffff][A-Z]/;

/** `highWaterMark` is found by its parts too. */
function hasInnerCapital(text: string, from: number, to: number): boolean {
  for (let at = from + 1; at < to; at++) {
    const code = text.charCodeAt(at);
    if (code >= 65 && code <= 90) return true;
  }
  return false;
}

/** The first two letters in small ones, as a number. */
function startOf(text: string, from: number, to: number): number {
  return 128 * small(text.charCodeAt(from)) + (to - from < 2 ? 0 : small(text.charCodeAt(from + 1)));
}

function small(code: number): number {
  return code >= 65 && code <= 90 ? code + 32 : code;
}
