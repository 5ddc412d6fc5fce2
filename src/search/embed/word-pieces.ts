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
  const known = createKnownRuns();
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
    let from = -1;
    let one = SEEDS.one;
    let two = SEEDS.two;
    for (let at = start; at <= end; at++) {
      const code = at < end ? text.charCodeAt(at) : 0;
      if (at < end && folder.unit(code) !== SEPARATES) {
        if (from < 0) from = at;
        one = Math.imul(one ^ code, FACTORS.one);
        two = Math.imul(two ^ code, FACTORS.two);
        continue;
      }
      if (from < 0) continue;
      if (!known.add(list, one, two)) {
        const first = list.length;
        if (!addRun(list, text, from, at)) {
          // Once more from the start: folded as a whole, nothing depends any more on what stands around it.
          list.length = before;
          const whole = fold(text.slice(start, end));
          add(list, whole, 0, whole.length);
          return;
        }
        known.keep(one, two, list, first);
      }
      from = -1;
      one = SEEDS.one;
      two = SEEDS.two;
    }
  }

  /** What stands between two separators: one word, unless a letter becomes several. False where it depends on more. */
  function addRun(list: TokenList, text: string, start: number, end: number): boolean {
    length = 0;
    halves = 0;
    for (let at = start; at < end; at++) {
      const unit = folder.unit(text.charCodeAt(at));
      if (unit > DEPENDS) push(unit);
      else if (unit !== VANISHES) {
        const codePoint = text.codePointAt(at)!;
        const folded = unit === SEVERAL ? folder.several(codePoint) : null;
        if (folded === null) return false;
        if (codePoint > 0xffff) at++;
        for (let i = 0; i < folded.length; i++) {
          if (folded[i] === ' ') endWord(list);
          else push(folded.charCodeAt(i));
        }
      }
    }
    endWord(list);
    return true;
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
    const first = list.length;
    if (!cutInto(list)) list.length = first;
  }

  /** False where the word can't be cut. The hashes of its starts are known. */
  function cutInto(list: TokenList): boolean {
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
      if (id < 0) return false;
      pushToken(list, id);
      start = end;
    }
    return true;
  }
}

/** What was made of a run of letters before, known by two hashes: 64 bits, which no two words of a language share. */
interface KnownRuns {
  /** Adds the run's tokens to the list; false where it is not known. */
  add(list: TokenList, one: number, two: number): boolean;
  /** Its tokens are those of the list from `first` on. */
  keep(one: number, two: number, list: TokenList, first: number): void;
}

const SEEDS = { one: 0x811c9dc5 | 0, two: 0x2545f491 };
const FACTORS = { one: 0x01000193, two: 0x5bd1e995 };

/** One run in each slot, the last that came; all that is known of it stands side by side in memory. */
function createKnownRuns(): KnownRuns {
  const slots = new Int32Array(SLOTS * SLOT);
  const ids = new Uint16Array(slots.buffer);
  return {
    add(list, one, two) {
      const slot = slotOf(one, two);
      // The count is one more than it is: 0 is an empty slot.
      if (slots[slot] !== one || slots[slot + 1] !== two || slots[slot + 2] === 0) return false;
      const end = 2 * slot + 5 + slots[slot + 2]!;
      for (let i = 2 * slot + 6; i < end; i++) pushToken(list, ids[i]!);
      return true;
    },
    keep(one, two, list, first) {
      const count = list.length - first;
      if (count > MOST_IDS) return;
      const slot = slotOf(one, two);
      slots[slot] = one;
      slots[slot + 1] = two;
      slots[slot + 2] = count + 1;
      for (let i = 0; i < count; i++) ids[2 * slot + 6 + i] = list.ids[first + i]!;
    },
  };
}

function slotOf(one: number, two: number): number {
  const mixed = Math.imul(one ^ (one >>> 15) ^ two, 0x2c1b3c6d);
  return SLOT * ((mixed ^ (mixed >>> 13)) & (SLOTS - 1));
}

const SLOTS = 131_072;
/** Numbers of 32 bits: two hashes, the count, and what is left holds two ids each. */
const SLOT = 8;
const MOST_IDS = 2 * (SLOT - 3);
