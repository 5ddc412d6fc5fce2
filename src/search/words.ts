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
  const word = new LazyWord(raw.length > MAX_LENGTH ? raw.slice(0, MAX_LENGTH) : raw);
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

/** Stems are made when they are asked for: most words are needed in one language only. */
class LazyWord implements Word {
  readonly raw: string;
  readonly folded: string;
  readonly accented: boolean;
  readonly capital: boolean;
  readonly isYear: boolean;
  readonly stops: Word['stops'];
  readonly form: number;
  readonly start: number;
  private readonly hasDigits: boolean;
  private frKey: Key | null = null;
  private enKey: Key | null = null;

  constructor(raw: string) {
    const folded = fold(raw) || raw;
    this.raw = raw;
    this.folded = folded;
    this.hasDigits = /\d/.test(folded);
    this.accented = ACCENTED.test(raw);
    this.capital = CAPITAL.test(raw);
    this.isYear = this.hasDigits && YEAR.test(folded);
    this.stops = STOPS[(FRENCH_STOP_WORDS.has(folded) ? 1 : 0) + (ENGLISH_STOP_WORDS.has(folded) ? 2 : 0)]!;
    this.form = hashOf(folded) & 0xffff;
    const isLong = !this.hasDigits && folded.length >= START_LETTERS;
    this.start = isLong ? hashOf(folded.slice(0, START_LETTERS)) >>> 16 || 1 : 0;
  }

  get fr(): Key {
    this.frKey ??= keyFor(this.hasDigits ? this.folded : frenchStem(this.raw) || this.folded);
    return this.frKey;
  }

  get en(): Key {
    this.enKey ??= keyFor(this.hasDigits ? this.folded : englishStem(this.folded) || this.folded);
    return this.enKey;
  }
}

/** The four kinds there are, shared by all words. */
const STOPS: readonly Word['stops'][] = [
  { fr: false, en: false },
  { fr: true, en: false },
  { fr: false, en: true },
  { fr: true, en: true },
];

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
