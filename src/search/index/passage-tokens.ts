import { BREAK } from '../models/static/static-model.js';
import { createTokenList, pushToken, type WordPieces } from '../models/static/word-pieces.js';
import { CLOSE_READING } from '../ranking/parameters.js';
import { eachWord, type Word } from '../text/words.js';

export type PassageReader = ReturnType<typeof createPassageReader>;

/**
 * Reads chunks as the tokens of their headings, then of their windows: sentences packed up to a number of words. What is stored
 * with a chunk's vector, so that a search reads no text: about 240 bytes per 100 words.
 */
export function createPassageReader(pieces: WordPieces) {
  // Filled anew for every chunk, and copied at its end: an array for each would cost more than what is put into it.
  const list = createTokenList();
  let passage = '';
  // How far it was read; what precedes the text counts as space.
  let at = 0;
  let last = SPACE;
  // Where the tokens of the sentence begin, how many words it has so far, whether it ends, and the window without it.
  let start = 0;
  let count = 0;
  let ends = false;
  let inWindow = 0;

  return {
    /** Begins a chunk, whose text is `text` from `from` on. */
    begin(headings: readonly string[], text: string, from: number): void {
      list.length = 0;
      const above = headings.join(' ');
      eachWord(above, (first, end, word) => pieces.addRun(list, above, first, end, word));
      passage = text;
      at = from;
      last = SPACE;
      start = list.length;
      count = 0;
      ends = false;
      inWindow = 0;
    },
    /** Takes the runs of letters of the text, one after the other. */
    run(from: number, to: number, word: Word | null): void {
      readGap(from);
      pieces.addRun(list, passage, from, to, word);
      at = to;
      last = LETTER;
    },
    /** The tokens of the chunk. */
    end(): Uint16Array {
      readGap(passage.length);
      if (!isSpace(last)) count++;
      endSentence();
      return list.ids.slice(0, list.length);
    },
  };

  /** The text between two runs: space ends a word; the end of a line or a full stop ends a sentence. */
  function readGap(to: number): void {
    for (; at < to; at++) {
      const code = passage.charCodeAt(at);
      if (isSpace(code)) {
        if (!isSpace(last)) {
          count++;
          ends = isStop(last);
        }
        ends ||= code === NEW_LINE;
      } else if (ends) endSentence();
      last = code;
    }
    if (ends && isSpace(last)) endSentence();
  }

  function endSentence(): void {
    ends = false;
    if (count === 0) return;
    if (inWindow === 0 || inWindow + count > CLOSE_READING.windowWords) {
      pushToken(list, BREAK);
      list.ids.copyWithin(start + 1, start, list.length - 1);
      list.ids[start] = BREAK;
      inWindow = 0;
    }
    inWindow += count;
    count = 0;
    start = list.length;
  }
}

/** The tokens of a chunk that is read for their sake alone. */
export function passageTokens(pieces: WordPieces, headings: readonly string[], text: string): Uint16Array {
  const reader = createPassageReader(pieces);
  reader.begin(headings, text, 0);
  eachWord(text, reader.run);
  return reader.end();
}

const SPACE = 32;
/** Any letter. */
const LETTER = 97;
const NEW_LINE = 10;

function isStop(code: number): boolean {
  return code === 0x2e || code === 0x21 || code === 0x3f || code === 0x2026;
}

function isSpace(code: number): boolean {
  if (code < 128) return code === 32 || (code >= 9 && code <= 13);
  return /\s/.test(String.fromCharCode(code));
}
