import type { Key, Word } from './words.js';

/**
 * The words of a chunk as numbers, in order: what ranking reads instead of the text. Three parts follow each other:
 * words of headings, words of the text, and keys that stand for no single word (dates, tags, parts of the path).
 */
export interface WordList {
  /** Chunks of one family were written together; `place` is where in it this one stands. 0 for no family. */
  family: number;
  place: number;
  heads: number;
  bodies: number;
  /** 32 bits of each word's stem. */
  stems: Uint32Array;
  /** 16 bits of each word's folded form; 0 for a key. */
  forms: Uint16Array;
  /** 16 bits of its first letters; 0 where it is too short. */
  starts: Uint16Array;
}

export interface IndexedWord {
  key: Key;
  word: Word | null;
}

export type WordListHead = Pick<WordList, 'family' | 'place' | 'heads' | 'bodies'>;

const HEAD_BYTES = 16;

/** Four numbers, then 8 bytes a word: all stems, then all forms, then all starts. */
export function encodeWords(
  { family, place, heads, bodies }: WordListHead,
  words: readonly IndexedWord[],
): Uint8Array {
  const { length } = words;
  const bytes = new Uint8Array(HEAD_BYTES + 8 * length);
  new Uint32Array(bytes.buffer, 0, 4).set([family, place, heads, bodies]);
  const stems = new Uint32Array(bytes.buffer, HEAD_BYTES, length);
  const forms = new Uint16Array(bytes.buffer, HEAD_BYTES + 4 * length, length);
  const starts = new Uint16Array(bytes.buffer, HEAD_BYTES + 6 * length, length);
  for (let i = 0; i < length; i++) {
    const { key, word } = words[i]!;
    stems[i] = key.hash;
    if (word === null) continue;
    forms[i] = word.form;
    starts[i] = word.start;
  }
  return bytes;
}

export function decodeWords(bytes: Uint8Array): WordList {
  // A typed array needs its numbers at even addresses; what the database hands over may start anywhere.
  const { buffer, byteOffset, byteLength } = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  const [family = 0, place = 0, heads = 0, bodies = 0] = new Uint32Array(buffer, byteOffset, 4);
  const length = (byteLength - HEAD_BYTES) >>> 3;
  const start = byteOffset + HEAD_BYTES;
  return {
    family,
    place,
    heads,
    bodies,
    stems: new Uint32Array(buffer, start, length),
    forms: new Uint16Array(buffer, start + 4 * length, length),
    starts: new Uint16Array(buffer, start + 6 * length, length),
  };
}
