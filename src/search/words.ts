import { createRequire } from 'node:module';
import type { Stemmer } from 'snowball-stemmers';
import { fold } from './fold.js';
import type { TextLanguage } from './language.js';
import { ENGLISH_STOP_WORDS, FRENCH_STOP_WORDS } from './stop-words.js';

/** A word as written and everything the index needs to know about it; made once per spelling. */
export interface Word {
  raw: string;
  folded: string;
  /** True where it carries accents that French uses and English does not. */
  accented: boolean;
  capital: boolean;
  isYear: boolean;
  /** The languages in which it is a stop word. */
  stops: { fr: boolean; en: boolean };
  readonly fr: Key;
  readonly en: Key;
  /** 16 bits of the folded form, and of its first letters: enough to tell apart what already shares a stem. */
  form: number;
  start: number;
}

/** A stem, and the 32 bits by which it stands in a chunk's list of words. */
export interface Key {
  text: string;
  hash: number;
}

/** The words of a text in order. Runs of Chinese or Japanese, which know no spaces, become pairs of characters. */
export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  for (const raw of rawWordsOf(text)) {
    if (raw.charCodeAt(0) < FIRST_CJK || !CJK.test(raw)) words.push(wordFor(raw));
    else for (const pair of pairsOf(raw)) words.push(wordFor(pair));
  }
  return words;
}

/** The words as they are written, runs of letters and digits. */
export function rawWordsOf(text: string): readonly string[] {
  return text.match(WORD) ?? [];
}

/** The folded words of a text, and what stands between two neighbours. */
export function placedWords(text: string): {
  words: string[];
  between: (left: number, right: number) => string;
} {
  const matches = [...text.matchAll(WORD)];
  return {
    words: matches.map(([raw]) => fold(raw)),
    between(left, right) {
      const end = matches[left];
      return end === undefined ? '' : text.slice(end.index + end[0].length, matches[right]?.index);
    },
  };
}

/** A word of the vocabulary; long runs of letters are cut, they are nothing that anybody looks for. */
export function wordFor(raw: string): Word {
  const known = cache.get(raw);
  if (known !== undefined) return known;
  const word = makeWord(raw.length > MAX_LENGTH ? raw.slice(0, MAX_LENGTH) : raw);
  if (cache.size >= MAX_CACHED) cache.clear();
  if (raw.length <= MAX_LENGTH) cache.set(raw, word);
  return word;
}

/** A key for something that is no word of the text: a date, a tag. It is matched whole. */
export function keyFor(text: string): Key {
  return { text, hash: hashOf(text) };
}

export function stemOf(word: Word, language: TextLanguage): Key {
  return language === 'fr' ? word.fr : word.en;
}

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const FIRST_CJK = 0x2e80;
const CJK = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+$/u;
const ACCENTED = /[àâçéèêëîïôùûœ]/i;
const CAPITAL = /^\p{Lu}/u;
const YEAR = /^[12]\d{3}$/;
const MAX_LENGTH = 64;
const MAX_CACHED = 60_000;
const START_LETTERS = 5;

// A pure function's memory: what it holds never changes a result.
const cache = new Map<string, Word>();
let stemmers: { french: Stemmer; english: Stemmer } | null = null;

/** Loaded with the first word: most commands never stem one. */
function loadStemmers() {
  const { newStemmer } = createRequire(import.meta.url)('snowball-stemmers');
  return { french: newStemmer('french') as Stemmer, english: newStemmer('english') as Stemmer };
}

function pairsOf(run: string): string[] {
  const characters = [...run];
  if (characters.length === 1) return characters;
  return characters.slice(1).map((character, index) => characters[index]! + character);
}

function makeWord(raw: string): Word {
  const folded = fold(raw) || raw;
  const digits = /\d/.test(folded);
  let fr: Key | null = null;
  let en: Key | null = null;
  return {
    raw,
    folded,
    accented: ACCENTED.test(raw),
    capital: CAPITAL.test(raw),
    isYear: digits && YEAR.test(folded),
    stops: { fr: FRENCH_STOP_WORDS.has(folded), en: ENGLISH_STOP_WORDS.has(folded) },
    // Stems are made when they are asked for: most words are needed in one language only.
    get fr() {
      fr ??= keyFor(digits ? folded : frenchStem(raw) || folded);
      return fr;
    },
    get en() {
      en ??= keyFor(digits ? folded : englishStem(folded) || folded);
      return en;
    },
    form: hashOf(folded) & 0xffff,
    start: !digits && folded.length >= START_LETTERS ? hashOf(folded.slice(0, START_LETTERS)) >>> 16 || 1 : 0,
  };
}

/** French rules need the accents (`bloquée`); folded afterwards, the stem forgives their absence. */
function frenchStem(raw: string): string {
  stemmers ??= loadStemmers();
  return fold(stemmers.french.stem(raw.toLowerCase().normalize('NFC')));
}

function englishStem(folded: string): string {
  stemmers ??= loadStemmers();
  return stemmers.english.stem(folded);
}

/** FNV-1a with a final mix. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}
