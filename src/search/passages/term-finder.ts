import { isName, type Term } from '../query/parse-query.js';
import { isTag, tagsOf } from '../text/tags.js';
import { lettersOf, wordsOf } from '../text/words.js';

/**
 * The terms of a question, by their index, that a part of a text holds. The same lines are read once. A name is found as it is
 * written or with an s: what shares its stem is another word (`Tim` and `time`, `Gina` and `gin`).
 */
export type TermFinder = (text: string, start: number, end: number) => ReadonlySet<number>;

export function createTermFinder(terms: readonly Term[]): TermFinder {
  const byKey = new Map<string, number>();
  for (let index = terms.length - 1; index >= 0; index--)
    for (const { text } of terms[index]!.keys) byKey.set(text, index);
  const hasTag = [...byKey.keys()].some(isTag);
  const starts = startsOf(byKey.keys());
  const places = placesOf(starts);
  const names = terms.map((term) => (isName(term) ? term.label : null));
  const known = new Map<string, ReadonlySet<number>>();
  const knownPlaces = new Map<string, ReadonlySet<number>>();
  return find;

  function find(text: string, start: number, end: number): ReadonlySet<number> {
    const part = text.slice(start, end);
    let terms = known.get(part);
    if (terms === undefined) {
      // No word goes over the end of a line. A tag may.
      terms = !hasTag && part.includes('\n') ? ofLines(text, start, end) : termsIn(part);
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

  function termsIn(part: string): Set<number> {
    const found = new Set<number>();
    for (const place of part.match(places) ?? []) for (const term of termsAt(place)) found.add(term);
    if (hasTag) for (const tag of tagsOf(part)) take(tag, null, found);
    return found;
  }

  function termsAt(place: string): ReadonlySet<number> {
    const known = knownPlaces.get(place);
    if (known !== undefined) return known;
    const found = ofWords(place);
    knownPlaces.set(place, found);
    return found;
  }

  function ofWords(place: string): Set<number> {
    const found = new Set<number>();
    for (const word of wordsOf(place)) {
      if (!starts.some((start) => beginsLike(word.folded, start))) continue;
      take(word.fr.text, word.folded, found);
      take(word.en.text, word.folded, found);
    }
    return found;
  }

  function take(key: string, written: string | null, found: Set<number>): void {
    const index = byKey.get(key);
    if (index === undefined) return;
    const name = names[index];
    if (name == null || written === null || isSameName(name, written)) found.add(index);
  }
}

function isSameName(name: string, written: string): boolean {
  return name === written || `${name}s` === written || name === `${written}s`;
}

/**
 * How a stem may end that its word does not hold: `evidence` becomes `evident` in French, `dedication` `dediqu`, `joyeuse` `joyeux`; in English
 * `stability` becomes `stabl`, `only` `onli`, `taking` `take`. Nothing else was found in 44,000 words, but `lying`, which becomes `lie`.
 */
const NEW_ENDING = /(?<=[ae])nt$|(?<=i)qu$|(?<=eu)x$|(?<=[ab])l$|[eiy]$/;
const YING = /^[dlt]ie$/;

/** How the words begin, folded, that may have one of these stems. */
function startsOf(stems: Iterable<string>): string[] {
  const starts = new Set<string>();
  for (const stem of stems) {
    const letters = lettersOf(stem);
    starts.add(letters.length < 3 ? letters : letters.replace(NEW_ENDING, ''));
    if (YING.test(letters)) starts.add(`${letters[0]}ying`);
  }
  return [...starts];
}

/** A single letter is a word of its own, or with an s. */
function beginsLike(folded: string, start: string): boolean {
  return start.length > 1 ? folded.startsWith(start) : folded === start || folded === `${start}s`;
}

/**
 * Matches where a text may hold one of the words: what begins like one, needs folding to tell, or may be a compound (`highWaterMark`).
 * A pattern, because a loop over all letters takes a cold command several times as long.
 */
function placesOf(starts: readonly string[]): RegExp {
  const plain = starts.filter((start) => /^[a-z0-9]+$/.test(start));
  const begins = plain.map((start) => inAnyCase(start) + (start.length === 1 ? `[sS]?(?!${PLACE})` : ''));
  const others = '[A-Za-z0-9]*(?:[\\u0080-\\uffff]|[A-Za-z0-9][A-Z])';
  return new RegExp(`(?<!${PLACE})(?:${[...begins, others].join('|')})${PLACE}*`, 'g');
}

/** What a word is made of, and signs beyond ASCII. */
const PLACE = '[A-Za-z0-9\\u0080-\\uffff]';

function inAnyCase(start: string): string {
  return start.replaceAll(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
}
