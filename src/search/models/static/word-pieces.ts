import { grown } from '../../../shared/grown.js';
import { eachWord, type Word } from '../../text/words.js';
import { hashOn, START_OF_PIECE, START_OF_WORD, type Vocabulary } from './vocabulary.js';

/**
 * Text to the tokens of the static model, exactly as `training/word_pieces.py` does it (`golden.json` holds both to it):
 * folded words cut into the longest known pieces from the left. A word that can't be cut so is dropped.
 */
export interface WordPieces {
  /** The ids of a text's tokens, in order. */
  encode(text: string): number[];
  /** Adds those of one run of letters to a list; `word` is what `eachWord` says of it. */
  addRun(list: TokenList, text: string, from: number, to: number, word: Word | null): void;
}

/** Ids in an array that grows; entries beyond `length` are undefined. */
export interface TokenList {
  ids: Uint16Array;
  length: number;
}

export function createTokenList(): TokenList {
  return { ids: new Uint16Array(1024), length: 0 };
}

export function pushToken(list: TokenList, id: number): void {
  list.ids = grown(list.ids, list.length + 1);
  list.ids[list.length++] = id;
}

/** A run of letters as the model's words are written: compatibility forms, lower case, no accents, a few spelt out. */
export function fold(run: string): string {
  return run
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]+/g, '')
    .replace(/[œæßøłđı]/g, (letter) => SPELT[letter]!);
}

/** Folding such a run is to lower its letters. */
function isAscii(run: string): boolean {
  for (let i = 0; i < run.length; i++) if (run.charCodeAt(i) > 127) return false;
  return true;
}

const SPELT: Record<string, string> = { œ: 'oe', æ: 'ae', ß: 'ss', ø: 'o', ł: 'l', đ: 'd', ı: 'i' };
const WORD = /[\p{L}\p{N}]+/gu;
const MAX_WORD = 40;

export function createWordPieces(vocabulary: Vocabulary): WordPieces {
  const known = createKnownWords();
  const letters = new Uint16Array(2 * MAX_WORD);
  const hashes = new Int32Array(2 * MAX_WORD + 1);

  return {
    encode(text) {
      const list = createTokenList();
      eachWord(text, (from, to, word) => addRun(list, text, from, to, word));
      return Array.from(list.ids.subarray(0, list.length));
    },
    addRun,
  };

  function addRun(list: TokenList, text: string, from: number, to: number, word: Word | null): void {
    if (word !== null && known.add(list, word.id)) return;
    const first = list.length;
    const run = text.slice(from, to);
    if (isAscii(run)) cut(list, run.toLowerCase());
    else for (const [folded] of fold(run).matchAll(WORD)) cut(list, folded);
    if (word !== null) known.keep(word.id, list, first);
  }

  function cut(list: TokenList, word: string): void {
    if (word.length > MAX_WORD && (word.length > letters.length || [...word].length > MAX_WORD)) return;
    for (let i = 0; i < word.length; i++) letters[i] = word.charCodeAt(i);
    const first = list.length;
    for (let start = 0; start < word.length; ) {
      const inside = start > 0;
      let hash = inside ? START_OF_PIECE : START_OF_WORD;
      for (let i = start; i < word.length; i++) {
        hash = hashOn(hash, letters[i]!);
        hashes[i + 1] = hash;
      }
      let end = word.length;
      let id = -1;
      while (end > start) {
        id = vocabulary.find(hashes[end]!, letters, start, end, inside);
        if (id >= 0) break;
        end--;
      }
      if (id < 0) {
        list.length = first;
        return;
      }
      pushToken(list, id);
      start = end;
    }
  }
}

/**
 * The tokens of words that were met before. One word in each slot, the last that came; frequent words came first, and lie
 * close together.
 */
function createKnownWords() {
  const slots = new Int32Array(SLOTS * SLOT);
  const ids = new Uint16Array(slots.buffer);
  return {
    /** Adds those of a word to the list; false where they are not known. */
    add(list: TokenList, word: number): boolean {
      const slot = SLOT * (word & (SLOTS - 1));
      if (slots[slot] !== word) return false;
      list.ids = grown(list.ids, list.length + MOST_IDS);
      const first = 2 * slot + 3;
      const count = ids[first - 1]!;
      for (let i = 0; i < count; i++) list.ids[list.length + i] = ids[first + i]!;
      list.length += count;
      return true;
    },
    /** They are those of the list from `first` on. */
    keep(word: number, list: TokenList, first: number): void {
      const count = list.length - first;
      if (count > MOST_IDS) return;
      const slot = SLOT * (word & (SLOTS - 1));
      slots[slot] = word;
      ids[2 * slot + 2] = count;
      for (let i = 0; i < count; i++) ids[2 * slot + 3 + i] = list.ids[first + i]!;
    },
  };
}

const SLOTS = 65_536;
/** Numbers of 32 bits: the word, then of 16 bits its count and ids. */
const SLOT = 6;
const MOST_IDS = 2 * (SLOT - 1) - 1;
