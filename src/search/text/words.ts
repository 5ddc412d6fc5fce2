import { newStemmer, type Stemmer } from 'snowball-stemmers';
import { fold } from '../../shared/fold.js';
import { TERMS } from '../ranking/parameters.js';
import { beginsWithCapital, partsOf } from './compounds.js';
import { isMonthName } from './dates.js';
import { ENGLISH_STOP_WORDS, FRENCH_STOP_WORDS, type TextLanguage } from './stop-words.js';
import { cutRun } from './unspaced.js';
import { eachRun, hashOfRun } from './word-scanner.js';

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
  /** Those of a compound like `highWaterMark`. */
  parts: readonly Word[];
}

/** A stem, and the 32 bits that a chunk's list of words holds for it. */
export interface Key {
  text: string;
  hash: number;
}

/**
 * The words of a text in order, as they are indexed. A compound (`highWaterMark`) is followed by its parts. Scripts
 * without spaces become pairs of characters, and the last character alone: each character begins one word.
 */
export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  readWords(text, 0, text.length, words);
  return words;
}

/** The same for a part of the text, added to `words`. */
export function readWords(text: string, start: number, end: number, words: Word[]): void {
  const take = (from: number, to: number, hash: number, holdsUnspaced: boolean) =>
    readRun(text, from, to, hash, holdsUnspaced, words);
  eachRun(text, take, start, end);
}

/** The same for one run, as `eachRun` gives it. */
function readRun(
  text: string,
  from: number,
  to: number,
  hash: number,
  holdsUnspaced: boolean,
  words: Word[],
): void {
  const word = wordOfRun(text, from, to, hash, holdsUnspaced);
  if (word !== null) add(words, word);
  else for (const piece of cutRun(text.slice(from, to))) add(words, wordFor(piece));
}

function add(words: Word[], word: Word): void {
  words.push(word);
  if (word.parts.length > 0) words.push(...word.parts);
}

/** The words of a question in order: compounds whole, and no last character where it ends a pair. */
export function askedWordsOf(text: string): Word[] {
  const words: Word[] = [];
  eachRun(text, (from, to, hash, holdsUnspaced) => {
    const word = wordOfRun(text, from, to, hash, holdsUnspaced);
    if (word !== null) words.push(word);
    else for (const piece of cutRun(text.slice(from, to), true)) words.push(wordFor(piece));
  });
  return words;
}

/** The word that a run is; null for a long one, or where it holds a script without spaces. */
function wordOfRun(
  text: string,
  from: number,
  to: number,
  hash: number,
  holdsUnspaced: boolean,
): Word | null {
  if (holdsUnspaced || to - from > MAX_LENGTH) return null;
  return wordCache.find(text, from, to, hash);
}

/**
 * The stems under which the index may hold a word of a question: in both languages, with its accents and without,
 * and with those that may have been left out.
 */
export function keysOf(word: Word): Key[] {
  if (isMonthName(word.folded)) return [word.fr];
  const plain = word.raw === word.folded ? word : wordFor(word.folded);
  const keys = [word.fr, word.en, plain.fr, plain.en];
  if (word.accented) return keys;
  const accented = accentedSpellings(word.folded).map((spelling) => wordFor(spelling).fr);
  return [...keys, keyFor(word.folded), ...accented];
}

/** The folded words of a text, and the text between two neighbours. */
export function placedWords(text: string): {
  words: string[];
  between: (left: number, right: number) => string;
} {
  const words: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  eachRun(text, (from, to) => {
    words.push(fold(text.slice(from, to)));
    starts.push(from);
    ends.push(to);
  });
  return {
    words,
    between: (left, right) => (left in ends ? text.slice(ends[left], starts[right]) : ''),
  };
}

/** A word of the vocabulary; long runs of letters are cut: no one searches for them. */
export function wordFor(raw: string): Word {
  const cut = raw.length > MAX_LENGTH ? raw.slice(0, MAX_LENGTH) : raw;
  return wordCache.find(cut, 0, cut.length, hashOfRun(cut));
}

/** A key for something that is not a word of the text: a date, a tag. It is matched whole. */
export function keyFor(text: string): Key {
  return { text, hash: wordHash(text) };
}

export function stemOf(word: Word, language: TextLanguage): Key {
  return language === 'fr' ? word.fr : word.en;
}

const ACCENTED = /[àâçéèêëîïôùûœ]/i;
const YEAR = /^[12]\d{3}$/;
const MAX_LENGTH = 64;
/** Of a thread that answers questions, whose passages share their frequent words; and of one that takes a whole vault apart. */
const FEW_REMEMBERED = 12_000;
const MANY_REMEMBERED = 60_000;

// A pure function's memory: what it holds never changes a result.
let wordCache = cacheOf(FEW_REMEMBERED);

function cacheOf(most: number) {
  return createWordCache<Word>(most, (raw) => new LazyWord(raw));
}

/** For a thread that takes many files apart: five times as many words, up to 40 MB. */
export function rememberManyWords(): void {
  wordCache = cacheOf(MANY_REMEMBERED);
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
  private ownParts: readonly Word[] | null = null;
  private frKey: Key | null = null;
  private enKey: Key | null = null;

  constructor(raw: string) {
    const folded = fold(raw) || raw;
    this.raw = raw;
    this.folded = folded;
    this.hasDigits = /\d/.test(folded);
    this.accented = ACCENTED.test(raw);
    this.capital = beginsWithCapital(raw);
    this.isYear = this.hasDigits && YEAR.test(folded);
    this.stops = STOPS[(FRENCH_STOP_WORDS.has(folded) ? 1 : 0) + (ENGLISH_STOP_WORDS.has(folded) ? 2 : 0)]!;
    this.form = wordHash(folded) & 0xffff;
    const isLong = !this.hasDigits && folded.length >= TERMS.prefixLetters;
    this.start = isLong ? wordHash(folded.slice(0, TERMS.prefixLetters)) >>> 16 || 1 : 0;
  }

  get parts(): readonly Word[] {
    this.ownParts ??= partsOf(this.raw).map(wordFor);
    return this.ownParts;
  }

  get fr(): Key {
    this.frKey ??= keyFor(this.ownKey ?? (frenchStem(this.raw) || this.folded));
    return this.frKey;
  }

  get en(): Key {
    this.enKey ??= keyFor(this.ownKey ?? (englishStem(this.folded) || this.folded));
    return this.enKey;
  }

  /** Of what is not stemmed. A month has a key that no other word has: the stem of `Maya` is `mai`, that of `Marie` `mar`. */
  private get ownKey(): string | null {
    if (this.hasDigits) return this.folded;
    return isMonthName(this.folded) ? `${MONTH_MARK}${this.folded}` : null;
  }
}

/** Not a letter of any word, yet part of a token for the index. */
const MONTH_MARK = '¤';

/** A key without what no word begins with. */
export function lettersOf(key: string): string {
  return key.startsWith(MONTH_MARK) ? key.slice(MONTH_MARK.length) : key;
}

/** The four kinds there are, shared by all words. */
const STOPS: readonly Word['stops'][] = [
  { fr: false, en: false },
  { fr: true, en: false },
  { fr: false, en: true },
  { fr: true, en: true },
];

/** The hash of the run, with a final mix. */
export function wordHash(text: string): number {
  const run = hashOfRun(text);
  const hash = Math.imul(run ^ (run >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/** The stem of a word in French, without accents; the same for a word that was written without them. */
export function frenchStem(raw: string): string {
  stemmers ??= loadStemmers();
  return fold(stemmers.french.stem(withAccents(raw.toLowerCase().normalize('NFC'))));
}

export function englishStem(folded: string): string {
  stemmers ??= loadStemmers();
  return stemmers.english.stem(folded);
}

let stemmers: { french: Stemmer; english: Stemmer } | null = null;

/** Made with the first word: most commands never stem one. */
function loadStemmers() {
  return { french: newStemmer('french'), english: newStemmer('english') };
}

/** French rules need the accents of an ending. These endings are never written without: they can be put back. */
function withAccents(word: string): string {
  return ENDING.test(word)
    ? word.replace(ENDING, (ending) => ending.replace('e', ending[0] === 'i' ? 'è' : 'é'))
    : word;
}

const ENDING = /(?:ees?|iere(?:s|ment)?)$/;

/**
 * What may have been meant by a word without accents, where its ending alone does not tell: `publie` is `publié` too. A
 * question is widened by these; the index stays as it is.
 */
function accentedSpellings(plain: string): string[] {
  const ending = OPEN_ENDING.exec(plain)?.[0];
  if (ending === undefined) return [];
  const start = plain.slice(0, -ending.length);
  return OPEN_ENDINGS[ending]!.split(' ').map((accented) => start + accented);
}

const OPEN_ENDINGS: Record<string, string> = {
  e: 'é',
  es: 'és ès',
  ite: 'ité',
  ites: 'ités',
  erent: 'èrent',
  era: 'éra',
  eras: 'éras',
  erait: 'érait',
  eraient: 'éraient',
};
const OPEN_ENDING = /(?:ites?|es?|era(?:s|it|ient)?|erent)$/;

/**
 * Remembers what was made of each word, found by its letters inside a text without cutting it out first. Holds at most
 * twice `most`: when it is full, what was not asked for since the last time is forgotten.
 */
interface WordCache<Entry extends { raw: string }> {
  /** The entry of `text.slice(from, to)`, whose hash is given; made where it is not known. */
  find(text: string, from: number, to: number, hash: number): Entry;
}

export function createWordCache<Entry extends { raw: string }>(
  most: number,
  make: (raw: string) => Entry,
): WordCache<Entry> {
  let young = createTable<Entry>(most);
  let old = createTable<Entry>(most);

  return {
    find(text, from, to, hash) {
      const known = young.get(text, from, to, hash);
      if (known !== undefined) return known;
      // The blank breaks the tie to the text: a piece of it would keep all of it in memory.
      const entry = old.get(text, from, to, hash) ?? make(` ${text.slice(from, to)}`.slice(1));
      if (young.isFull()) {
        const emptied = old;
        old = young;
        young = emptied;
        young.clear();
      }
      young.add(entry, hash);
      return entry;
    },
  };
}

interface Table<Entry> {
  get(text: string, from: number, to: number, hash: number): Entry | undefined;
  add(entry: Entry, hash: number): void;
  isFull(): boolean;
  clear(): void;
}

/** Open addressing: at most half of the slots are taken, so that a search ends soon. */
function createTable<Entry extends { raw: string }>(most: number): Table<Entry> {
  const mask = 2 ** Math.ceil(Math.log2(2 * most)) - 1;
  // Two numbers a slot, side by side in memory: the hash, and the place of the entry + 1 (0 where there is none).
  const slots = new Int32Array(2 * (mask + 1));
  const entries: Entry[] = [];

  return {
    get(text, from, to, hash) {
      // The memory of an empty table was never touched: its pages need not be made.
      if (entries.length === 0) return undefined;
      for (let slot = slotOf(hash) & mask; ; slot = (slot + 1) & mask) {
        const place = slots[2 * slot + 1]! - 1;
        if (place < 0) return undefined;
        if (slots[2 * slot] !== hash) continue;
        const entry = entries[place]!;
        if (spells(entry.raw, text, from, to)) return entry;
      }
    },
    add(entry, hash) {
      let slot = slotOf(hash) & mask;
      while (slots[2 * slot + 1] !== 0) slot = (slot + 1) & mask;
      slots[2 * slot] = hash;
      slots[2 * slot + 1] = entries.push(entry);
    },
    isFull: () => entries.length >= most,
    clear() {
      entries.length = 0;
      slots.fill(0);
    },
  };
}

/** The low bits of the hash alone would collide. */
function slotOf(hash: number): number {
  return Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 8;
}

function spells(raw: string, text: string, from: number, to: number): boolean {
  if (raw.length !== to - from) return false;
  for (let i = 0; i < raw.length; i++) if (raw.charCodeAt(i) !== text.charCodeAt(from + i)) return false;
  return true;
}
