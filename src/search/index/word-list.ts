import { BM25 } from '../ranking/parameters.js';
import type { Key, Word } from '../text/words.js';

/**
 * The words of a chunk as numbers, in order: what ranking reads instead of the text. Three parts follow each other:
 * words of headings, words of the text, and keys that are not single words (dates, tags, parts of the path).
 */
export interface WordList {
  /** Chunks of one family were written together; `place` is its position in the family. 0 for no family. */
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

/** A chunk that may answer, as it comes out of the index. */
export interface Candidate {
  id: number;
  words: WordList;
}

export type WordListHead = Pick<WordList, 'family' | 'place' | 'heads' | 'bodies'>;

/** What the length of a text divides its occurrences by: 1 at the average length. */
export function lengthNorm(bodies: number, averageLength: number): number {
  return 1 - BM25.b + (BM25.b * bodies) / averageLength;
}

const HEAD_BYTES = 16;

/**
 * Four numbers, then 8 bytes a word: all stems, then all forms, then all starts. `words` are those of headings and text;
 * the remaining keys are not single words.
 */
export function encodeWords(
  { family, place, heads, bodies }: WordListHead,
  keys: readonly Key[],
  words: readonly Word[],
): Uint8Array {
  const { length } = keys;
  const bytes = new Uint8Array(HEAD_BYTES + 8 * length);
  new Uint32Array(bytes.buffer, 0, 4).set([family, place, heads, bodies]);
  const stems = new Uint32Array(bytes.buffer, HEAD_BYTES, length);
  const forms = new Uint16Array(bytes.buffer, HEAD_BYTES + 4 * length, length);
  const starts = new Uint16Array(bytes.buffer, HEAD_BYTES + 6 * length, length);
  for (let i = 0; i < length; i++) stems[i] = keys[i]!.hash;
  for (let i = 0; i < words.length; i++) {
    const { form, start } = words[i]!;
    forms[i] = form;
    starts[i] = start;
  }
  return bytes;
}

/** Many lists, one after the other in one block. */
export function decodeAll(block: Uint8Array, lengths: ArrayLike<number>): WordList[] {
  // A typed array needs its numbers at even addresses; what the database hands over may start anywhere.
  const { buffer, byteOffset, byteLength } = block.byteOffset % 4 === 0 ? block : block.slice();
  const numbers = new Uint32Array(buffer, byteOffset, byteLength >>> 2);
  const lists: WordList[] = [];
  for (let i = 0, at = 0; i < lengths.length; at += lengths[i++]!) {
    lists.push(decodeAt(numbers, at, lengths[i]!));
  }
  return lists;
}

function decodeAt(numbers: Uint32Array, at: number, byteLength: number): WordList {
  const { buffer } = numbers;
  const first = at >>> 2;
  const length = (byteLength - HEAD_BYTES) >>> 3;
  const start = numbers.byteOffset + at + HEAD_BYTES;
  return {
    family: numbers[first]!,
    place: numbers[first + 1]!,
    heads: numbers[first + 2]!,
    bodies: numbers[first + 3]!,
    stems: new Uint32Array(buffer, start, length),
    forms: new Uint16Array(buffer, start + 4 * length, length),
    starts: new Uint16Array(buffer, start + 6 * length, length),
  };
}
