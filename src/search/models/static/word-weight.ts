import type { StaticModel } from './static-model.js';

/** As long as the vectors of words that people use for one thing only. */
const TELLING_LENGTH = 2.4;

/**
 * How much a word tells in its language, from 0 to 1: the training of the model left words short that occur beside
 * everything (`since`, `every`), and long those that mean one thing (`harbour`).
 */
export function wordWeight(model: StaticModel, word: string): number {
  const length = model.words.encode(word).reduce((sum, token) => sum + lengthOf(model, token), 0);
  return Math.min(1, length / TELLING_LENGTH);
}

/** The length of a token's vector, whose numbers are stored in 4 bits each. */
function lengthOf({ kernel, codesOf, scaleOf, dimensions }: StaticModel, token: number): number {
  const at = codesOf(token);
  let square = 0;
  for (const byte of kernel.views.u8.subarray(at, at + dimensions / 2)) {
    square += ((byte & 15) - 8) ** 2 + ((byte >> 4) - 8) ** 2;
  }
  return scaleOf(token) * Math.sqrt(square);
}
