import type { WordKernel } from './kernel.js';

/**
 * Text to the tokens of the static model, exactly as `training/word_pieces.py` does it (`golden.json` holds both to it):
 * folded words cut into the longest known pieces from the left. A word that can't be cut so is dropped.
 */
export interface WordPieces {
  /** The ids of a text's tokens, in order. */
  encode(text: string): Uint16Array;
  /** Those of its headings, then of its text from `from` on: sentences packed into windows of words, with a break before each. */
  encodePassage(headings: string, text: string, from: number, windowWords: number): Uint16Array;
}

/** Letters of a text beyond these are not read: only a file without lines is a passage of that many. */
const MOST_LETTERS = 2 ** 20;

/** Cuts texts by the vocabulary that the kernel has read. Its memory from `free` on is used meanwhile. */
export function createWordPieces(kernel: WordKernel, free: number): WordPieces {
  const start = 2 * Math.ceil(free / 2);

  return {
    encode: (text) => encodePassage(text, '', 0, 0),
    encodePassage,
  };

  function encodePassage(headings: string, text: string, from: number, windowWords: number): Uint16Array {
    const above = Math.min(headings.length, MOST_LETTERS);
    const own = Math.min(text.length - from, MOST_LETTERS);
    const below = start + 2 * above;
    const out = below + 2 * own;
    // Twice as much as the letters, and a break for each of the two.
    kernel.reserve(out + 4 * (above + own) + 4);
    write(headings.slice(0, above), start);
    write(text.slice(from, from + own), below);
    const tokens = kernel.cutText(start, below, out, 0);
    const end = kernel.cutText(below, out, tokens, windowWords);
    return kernel.views.u16.slice(out >> 1, end >> 1);
  }

  function write(text: string, place: number): void {
    const { buffer } = kernel.views.u8;
    Buffer.from(buffer, place, 2 * text.length).write(text, 'utf16le');
  }
}
