import { createLetterFolder, DEPENDS, foldSigma, SEPARATES, SEVERAL, VANISHES } from './fold-letters.js';
import { isSpace } from './spaces.js';
import { hashOn, START_OF_PIECE, START_OF_WORD, type Vocabulary } from './vocabulary.js';

/**
 * Text to the tokens of the static model, exactly as `training/word_pieces.py` does it (`golden.json` holds both to it):
 * folded words cut into the longest known pieces from the left. A word that can't be cut so is dropped.
 */
export interface WordPieces {
  /** The ids of a text's tokens, in order. */
  encode(text: string): number[];
  /** Adds them to a list. Hears of each space once the tokens before it are there. */
  add(list: TokenList, text: string, onSpace?: (at: number) => void): void;
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
  makeRoom(list, 1);
  list.ids[list.length++] = id;
}

function makeRoom(list: TokenList, count: number): void {
  if (list.length + count <= list.ids.length) return;
  const next = new Uint16Array(2 * (list.length + count));
  next.set(list.ids);
  list.ids = next;
}

const MAX_WORD = 40;
/** What follows the last letter of a text: a separator that is no space. */
const END = 0;

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
      add(list, text);
      return Array.from(list.ids.subarray(0, list.length));
    },
    add,
  };

  function add(list: TokenList, text: string, onSpace?: (at: number) => void): void {
    let from = -1;
    let one = SEEDS.one;
    let two = SEEDS.two;
    for (let at = 0; at <= text.length; at++) {
      const code = at < text.length ? text.charCodeAt(at) : END;
      if (folder.unit(code) !== SEPARATES) {
        if (from < 0) from = at;
        one = Math.imul(one ^ code, FACTORS.one);
        two = Math.imul(two ^ code, FACTORS.two);
        continue;
      }
      if (from >= 0) {
        if (!known.add(list, one, two)) {
          const first = list.length;
          if (addRun(list, text, from, at)) known.keep(one, two, list, first);
        }
        from = -1;
        one = SEEDS.one;
        two = SEEDS.two;
      }
      if (onSpace !== undefined && isSpace(code)) onSpace(at);
    }
  }

  /** What stands between two separators: one word, unless a letter becomes several. False where it depends on more. */
  function addRun(list: TokenList, text: string, start: number, end: number): boolean {
    let isFixed = true;
    length = 0;
    halves = 0;
    for (let at = start; at < end; at++) {
      const unit = folder.unit(text.charCodeAt(at));
      if (unit > DEPENDS) push(unit);
      else if (unit !== VANISHES) {
        const codePoint = text.codePointAt(at)!;
        const folded = unit === SEVERAL ? folder.several(codePoint) : null;
        if (folded === null) isFixed = false;
        for (const letter of folded ?? foldSigma(text, at)) {
          if (letter === ' ') endWord(list);
          else for (let i = 0; i < letter.length; i++) push(letter.charCodeAt(i));
        }
        if (codePoint > 0xffff) at++;
      }
    }
    endWord(list);
    return isFixed;
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

/** A run stands in one of two neighbouring slots; all that is known of it lies side by side in memory. */
function createKnownRuns(): KnownRuns {
  const slots = new Int32Array(SLOTS * SLOT);
  const ids = new Uint16Array(slots.buffer);
  return {
    add(list, one, two) {
      let slot = slotOf(one, two);
      if (!isAt(slot, one, two)) {
        slot ^= SLOT;
        if (!isAt(slot, one, two)) return false;
      }
      makeRoom(list, MOST_IDS);
      const first = 2 * slot + 6;
      const count = slots[slot + 2]! - 1;
      for (let i = 0; i < count; i++) list.ids[list.length + i] = ids[first + i]!;
      list.length += count;
      return true;
    },
    keep(one, two, list, first) {
      const count = list.length - first;
      if (count > MOST_IDS) return;
      // Whoever came first stays: frequent words come early. The second place is for the rest.
      let slot = slotOf(one, two);
      if (slots[slot + 2] !== 0) slot ^= SLOT;
      slots[slot] = one;
      slots[slot + 1] = two;
      slots[slot + 2] = count + 1;
      for (let i = 0; i < count; i++) ids[2 * slot + 6 + i] = list.ids[first + i]!;
    },
  };

  /** The count is one more than it is: 0 is an empty slot. */
  function isAt(slot: number, one: number, two: number): boolean {
    return slots[slot] === one && slots[slot + 1] === two && slots[slot + 2] !== 0;
  }
}

function slotOf(one: number, two: number): number {
  const mixed = Math.imul(one ^ (one >>> 15) ^ two, 0x2c1b3c6d);
  return SLOT * ((mixed ^ (mixed >>> 13)) & (SLOTS - 1));
}

const SLOTS = 131_072;
/** Numbers of 32 bits: two hashes, the count, and what is left holds two ids each. */
const SLOT = 8;
const MOST_IDS = 2 * (SLOT - 3);
