import type { Key, Word } from './words.js';

/**
 * The words of a chunk as numbers, in order: what ranking reads instead of the text. Three parts follow each other:
 * words of headings, words of the text, and keys that stand for no single word (dates, tags, parts of the path).
 */
export interface WordList {
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

/** 8 bytes a word: all stems, then all forms, then all starts. */
export function encodeWords(words: readonly IndexedWord[]): Uint8Array {
  const { length } = words;
  const bytes = new Uint8Array(8 * length);
  const stems = new Uint32Array(bytes.buffer, 0, length);
  const forms = new Uint16Array(bytes.buffer, 4 * length, length);
  const starts = new Uint16Array(bytes.buffer, 6 * length, length);
  for (let i = 0; i < length; i++) {
    const { key, word } = words[i]!;
    stems[i] = key.hash;
    if (word === null) continue;
    forms[i] = word.form;
    starts[i] = word.start;
  }
  return bytes;
}

export function decodeWords(bytes: Uint8Array, heads: number, bodies: number): WordList {
  // A typed array needs its numbers at even addresses; what the database hands over may start anywhere.
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  const length = aligned.byteLength >>> 3;
  return {
    heads: Math.min(heads, length),
    bodies: Math.min(bodies, length - Math.min(heads, length)),
    stems: new Uint32Array(aligned.buffer, aligned.byteOffset, length),
    forms: new Uint16Array(aligned.buffer, aligned.byteOffset + 4 * length, length),
    starts: new Uint16Array(aligned.buffer, aligned.byteOffset + 6 * length, length),
  };
}
