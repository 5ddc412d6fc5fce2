import type { WordPieces } from '../models/static/word-pieces.js';
import { CLOSE_READING } from '../ranking/parameters.js';

/**
 * A chunk, whose text is `text` from `from` on, as the tokens of its headings, then of its windows: sentences packed up to a number of words. What is
 * stored with a chunk's vector, so that a search reads no text: about 240 bytes per 100 words.
 */
export function passageTokens(
  pieces: WordPieces,
  headings: readonly string[],
  text: string,
  from = 0,
): Uint16Array {
  return pieces.encodePassage(headings.join(' '), text, from, CLOSE_READING.windowWords);
}
