import { CENTRAL_EUROPEAN, type Language, WESTERN } from './languages.js';

/**
 * How likely a text is in the best fitting of some languages, as a logarithm; -Infinity if it fits none. Words of ASCII
 * read the same in every encoding, but tell languages with Latin letters apart.
 */
export function likelihoodOf({ words, plain }: Words, languages: readonly Language[]): number {
  return Math.max(
    ...languages.map((language) => likelihoodIn(words, language) + plainLikelihood(plain, language)),
  );
}

/** The words of a text: those with characters outside ASCII, and how often each letter is in the others. */
export interface Words {
  words: string[][];
  plain: ReadonlyMap<string, number>;
}

export function wordsOf(text: string): Words {
  const words: string[][] = [];
  const plain = new Map<string, number>();
  for (const [word] of text.slice(0, MOST_LENGTH).matchAll(/[a-z\x80-\u{10ffff}]+/giu)) {
    if (/[^\x00-\x7f]/.test(word)) words.push([...word]);
    else for (const letter of word.toLowerCase()) plain.set(letter, (plain.get(letter) ?? 0) + 1);
  }
  return { words, plain };
}

/** How many characters of a text are outside ASCII. */
export function evidenceIn({ words }: Words): number {
  return words.reduce((sum, word) => sum + word.filter((character) => character > '\x7f').length, 0);
}

function likelihoodIn(words: Words['words'], language: Language): number {
  const frequencies = frequenciesOf(language);
  let sum = 0;
  let [count, foreign, rare] = [0, 0, 0];
  for (const word of words) {
    if (word.length > 3 && language.inWords?.test(word.join('')) === false) sum += Math.log(0.05);
    word.forEach((character, at) => {
      const { probability, is } = likelihoodAt(word, at, language, frequencies);
      sum += Math.log(probability);
      if (character > '\x7f') count++;
      if (is === 'foreign') foreign++;
      if (is === 'rare') rare++;
    });
  }
  return foreign > count * MOST_FOREIGN || rare > count * MOST_RARE ? -Infinity : sum;
}

/** In a language with other letters, plain words are foreign ones, of whichever language fits best. */
function plainLikelihood(plain: Words['plain'], language: Language): number {
  if (!language.frequent.includes('e')) return Math.max(...LATIN.map((each) => plainLikelihood(plain, each)));
  const frequencies = frequenciesOf(language);
  let sum = 0;
  for (const [letter, count] of plain) sum += count * Math.log(frequencies.get(letter) ?? 0.0001);
  return sum;
}

function likelihoodAt(
  word: readonly string[],
  at: number,
  { script }: Language,
  frequencies: ReadonlyMap<string, number>,
): { probability: number; is?: 'foreign' | 'rare' } {
  const character = word[at]!;
  const [before, after] = [word[at - 1] ?? '', word[at + 1] ?? ''];
  // The first: `İ` has two.
  const [lower = ''] = character.toLowerCase();
  const frequency = frequencies.get(lower);
  if (frequency !== undefined) {
    if (lower === character) return { probability: frequency };
    // A capital after a small letter is what a wrong encoding makes of a letter.
    if (SMALL.test(before)) return { probability: frequency * 0.001, is: 'foreign' };
    if (!LETTER.test(before)) return { probability: frequency * (LETTER.test(after) ? 0.1 : 0.01) };
    return { probability: frequency * (SMALL.test(after) ? 0.01 : 0.5) };
  }
  if (script?.test(character)) return { probability: RARE_CHARACTER, is: 'rare' };
  if (isSignInPlace(character, before, after))
    return { probability: /[\u00a0\u00ad]/.test(character) ? 0.0005 : 0.01 };
  if (script !== undefined && character <= '\x7f') return { probability: 1 / 60 };
  return { probability: 0.000001, is: 'foreign' };
}

/** Typography and signs of any language, where people put them: not in the middle of a word. */
function isSignInPlace(sign: string, before: string, after: string): boolean {
  const [afterLetter, beforeLetter] = [LETTER.test(before), LETTER.test(after)];
  if (/[’·\u00ad\u00a0]/.test(sign)) return true;
  if (/[«‹„‚‘¿¡§©№±×÷•£¥µ]/.test(sign)) return !afterLetter;
  if (sign === '“') return !(afterLetter && beforeLetter);
  if (/[»›”…™®°²³€½¼¾]/.test(sign)) return !beforeLetter;
  return /[–—]/.test(sign) && !(afterLetter && beforeLetter);
}

/**
 * Letters become rarer by a constant factor from rank to rank, characters of a large script more slowly; there, those
 * that are not listed share the rest.
 */
function frequenciesOf(language: Language): ReadonlyMap<string, number> {
  const known = cache.get(language);
  if (known !== undefined) return known;
  const characters = [...new Set(language.frequent)];
  const isAlphabet = language.script === undefined;
  const weights = characters.map((_, rank) =>
    isAlphabet ? Math.exp((-6 * rank) / characters.length) : 1 / (rank + 10),
  );
  const total = weights.reduce((sum, weight) => sum + weight, 0) / (isAlphabet ? 1 : 0.7);
  const made = new Map(characters.map((character, rank) => [character, weights[rank]! / total]));
  cache.set(language, made);
  return made;
}

const cache = new WeakMap<Language, ReadonlyMap<string, number>>();

const LETTER = /\p{L}/u;
const SMALL = /\p{Ll}/u;
/** The share of characters outside ASCII that a language may not have: names, single words. */
const MOST_FOREIGN = 0.15;
/** The share of characters that may be rare where a script has thousands. */
const MOST_RARE = 0.85;
const RARE_CHARACTER = 0.3 / 6000;
/** So much of a text tells as much as all of it. */
const MOST_LENGTH = 50_000;
const LATIN = [...WESTERN, ...CENTRAL_EUROPEAN];
