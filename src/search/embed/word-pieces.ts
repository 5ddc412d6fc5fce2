import { createLetterFolder, DEPENDS, fold, SEPARATES, SEVERAL, VANISHES } from './fold-letters.js';
import { hashOn, START_OF_PIECE, START_OF_WORD, type Vocabulary } from './vocabulary.js';

/**
 * Text to the tokens of the static model, exactly as `training/word_pieces.py` does it (`golden.json` holds both to it):
 * folded words cut into the longest known pieces from the left. A word that can't be cut so is dropped.
 */
export interface WordPieces {
  /** The ids of a text's tokens, in order. */
  encode(text: string): number[];
  /** Adds those of a part of a text to a list. No word may go on beyond the part. */
  add(list: TokenList, text: string, start: number, end: number): void;
}

/** Ids in an array that grows; what stands beyond `length` is of no meaning. */
export interface TokenList {
  ids: Uint16Array;
  length: number;
}

export function createTokenList(): TokenList {
  return { ids: new Uint16Array(1024), length: 0 };
}

export function pushToken(list: TokenList, id: number): void {
  if (list.length === list.ids.length) {
    const next = new Uint16Array(2 * list.length);
    next.set(list.ids);
    list.ids = next;
  }
  list.ids[list.length++] = id;
}

const MAX_WORD = 40;

export function createWordPieces(vocabulary: Vocabulary): WordPieces {
  const folder = createLetterFolder();
  const word = new Uint16Array(2 * MAX_WORD);
  const hashes = new Int32Array(2 * MAX_WORD + 1);
  const found = new Uint16Array(2 * MAX_WORD);
  const known = createKnownWords();
  // Of the word being read: its units, and how many of them are second halves of a character.
  let length = 0;
  let halves = 0;

  return {
    encode(text) {
      const list = createTokenList();
      add(list, text, 0, text.length);
      return Array.from(list.ids.subarray(0, list.length));
    },
    add,
  };

  function add(list: TokenList, text: string, start: number, end: number): void {
    const before = list.length;
    length = 0;
    halves = 0;
    for (let at = start; at < end; at++) {
      const code = text.charCodeAt(at);
      const unit = folder.unit(code);
      if (unit > DEPENDS) push(unit);
      else if (unit === SEPARATES) endWord(list);
      else if (unit === VANISHES) continue;
      else {
        const codePoint = text.codePointAt(at)!;
        const folded = unit === SEVERAL ? folder.several(codePoint) : null;
        if (folded === null) {
          // Once more from the start: folded as a whole, nothing depends any more on what stands around it.
          list.length = before;
          const whole = fold(text.slice(start, end));
          add(list, whole, 0, whole.length);
          return;
        }
        if (codePoint > 0xffff) at++;
        for (let i = 0; i < folded.length; i++) {
          if (folded[i] === ' ') endWord(list);
          else push(folded.charCodeAt(i));
        }
      }
    }
    endWord(list);
  }

  function push(unit: number): void {
    if (length < word.length) word[length] = unit;
    length++;
    if (unit >= 0xdc00 && unit < 0xe000) halves++;
  }

  function endWord(list: TokenList): void {
    if (length > 0 && length - halves <= MAX_WORD) cut(list);
    length = 0;
    halves = 0;
  }

  function cut(list: TokenList): void {
    let hash = START_OF_WORD;
    for (let i = 0; i < length; i++) {
      hash = hashOn(hash, word[i]!);
      hashes[i + 1] = hash;
    }
    const whole = vocabulary.find(hash, word, 0, length, false);
    if (whole >= 0) {
      pushToken(list, whole);
      return;
    }
    let count = known.find(hash, word, length, found);
    if (count < 0) {
      count = cutInto();
      known.keep(hash, word, length, found, count);
    }
    for (let i = 0; i < count; i++) pushToken(list, found[i]!);
  }

  /** The pieces of the word into `found`; how many, 0 where it can't be cut. The hashes of its starts are known. */
  function cutInto(): number {
    let count = 0;
    for (let start = 0; start < length; ) {
      const inside = start > 0;
      if (inside) {
        let hash = START_OF_PIECE;
        for (let i = start; i < length; i++) {
          hash = hashOn(hash, word[i]!);
          hashes[i + 1] = hash;
        }
      }
      let end = length;
      let id = -1;
      while (end > start) {
        id = vocabulary.find(hashes[end]!, word, start, end, inside);
        if (id >= 0) break;
        end--;
      }
      if (id < 0) return 0;
      found[count++] = id;
      start = end;
    }
    return count;
  }
}

interface KnownWords {
  /** The pieces of a word into `pieces`; how many, -1 where it is not known. */
  find(hash: number, word: Uint16Array, length: number, pieces: Uint16Array): number;
  keep(hash: number, word: Uint16Array, length: number, pieces: Uint16Array, count: number): void;
}

/** Words that were cut before: one in each slot, the last that came. */
function createKnownWords(): KnownWords {
  const hashes = new Int32Array(SLOTS);
  const lengths = new Uint8Array(SLOTS);
  const letters = new Uint16Array(SLOTS * KNOWN_LETTERS);
  const counts = new Uint8Array(SLOTS);
  const ids = new Uint16Array(SLOTS * KNOWN_PIECES);
  return {
    find(hash, word, length, pieces) {
      const slot = (hash ^ (hash >>> 15)) & (SLOTS - 1);
      if (hashes[slot] !== hash || lengths[slot] !== length) return -1;
      for (let i = 0; i < length; i++) if (letters[slot * KNOWN_LETTERS + i] !== word[i]) return -1;
      for (let i = 0; i < counts[slot]!; i++) pieces[i] = ids[slot * KNOWN_PIECES + i]!;
      return counts[slot]!;
    },
    keep(hash, word, length, pieces, count) {
      if (length > KNOWN_LETTERS || count > KNOWN_PIECES) return;
      const slot = (hash ^ (hash >>> 15)) & (SLOTS - 1);
      hashes[slot] = hash;
      lengths[slot] = length;
      counts[slot] = count;
      for (let i = 0; i < length; i++) letters[slot * KNOWN_LETTERS + i] = word[i]!;
      for (let i = 0; i < count; i++) ids[slot * KNOWN_PIECES + i] = pieces[i]!;
    },
  };
}

const SLOTS = 32_768;
const KNOWN_LETTERS = 24;
const KNOWN_PIECES = 8;
