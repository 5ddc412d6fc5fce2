import { passageTokens, passageVector } from './passage-tokens.js';
import { quantise } from './quantise.js';
import type { StaticModel } from './static-model.js';

/** What is stored of a chunk so that it can be found by what it means. */
export interface Meaning {
  /** 8 bits a number. */
  vector: Uint8Array;
  /** 16 bits each; null where the embedder has none to read closely. */
  tokens: Uint8Array | null;
}

/** The meaning of a chunk to the model that comes with Rappel. */
export function meaningOf(model: StaticModel, headings: readonly string[], text: string): Meaning {
  const tokens = passageTokens(model, headings.join(' '), text);
  return { vector: asBytes(quantise(passageVector(model, tokens))), tokens: asBytes(tokens) };
}

export function asBytes(array: Int8Array | Uint16Array): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}
