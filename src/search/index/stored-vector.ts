import { storedVectorOf } from '../models/static/static-embedder.js';
import type { StaticModel } from '../models/static/static-model.js';
import { passageTokens } from './passage-tokens.js';

/** What is stored of a chunk so that it can be found by its meaning. */
export interface StoredVector {
  /** 8 bits a number. */
  vector: Uint8Array;
  /** 16 bits each; null where the embedder has none to read closely. */
  tokens: Uint8Array | null;
}

/** The same with its chunk. */
export type MadeVector = StoredVector & { id: number };

/** The vector and tokens of a chunk, by the model that comes with Rappel. */
export function embedPassage(model: StaticModel, headings: readonly string[], text: string): StoredVector {
  const tokens = passageTokens(model.words, headings, text);
  return { vector: storedVectorOf(model, tokens), tokens: asBytes(tokens) };
}

export function asBytes(array: Int8Array | Uint16Array): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}

export function asTokens(bytes: Uint8Array): Uint16Array {
  // What the database hands over may start anywhere; numbers of 16 bits need an even place.
  const { buffer, byteOffset, byteLength } = bytes.byteOffset % 2 === 0 ? bytes : bytes.slice();
  return new Uint16Array(buffer, byteOffset, byteLength >>> 1);
}
