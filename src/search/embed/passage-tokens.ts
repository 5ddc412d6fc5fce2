import { isSpace } from './spaces.js';
import { BREAK } from './static-model.js';
import { createTokenList, pushToken, type WordPieces } from './word-pieces.js';

const WINDOW_WORDS = 50;
// Filled anew by every call, and copied at its end: an array for each would cost more than what is put into it.
const list = createTokenList();

/**
 * A chunk as the tokens of its headings, then of its windows: sentences packed up to 50 words. What is stored with the
 * chunk's vector, so that a search reads no text: about 240 bytes per 100 words.
 */
export function passageTokens(words: WordPieces, headings: readonly string[], text: string): Uint16Array {
  list.length = 0;
  words.add(list, headings.join(' '));
  // Where the tokens of the sentence begin, how many words it has so far, and the window without it.
  let start = list.length;
  let count = 0;
  let inWindow = 0;
  let ends = false;
  words.add(list, text, (at) => {
    const before = at > 0 ? text.charCodeAt(at - 1) : SPACE;
    if (!isSpace(before)) {
      count++;
      ends = isStop(before);
    }
    ends ||= text.charCodeAt(at) === NEW_LINE;
    // A sentence reaches up to the next that is no space.
    if (ends && !(at + 1 < text.length && isSpace(text.charCodeAt(at + 1)))) endSentence();
  });
  if (text.length > 0 && !isSpace(text.charCodeAt(text.length - 1))) count++;
  endSentence();
  return list.ids.slice(0, list.length);

  function endSentence(): void {
    ends = false;
    if (count === 0) return;
    if (inWindow === 0 || inWindow + count > WINDOW_WORDS) {
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

/** The tokens of each window, the headings' before its own; a passage without text is one window. */
export function windowsOfPassage(passage: Uint16Array): Uint16Array[] {
  const first = passage.indexOf(BREAK);
  if (first < 0) return [passage];
  const headings = passage.subarray(0, first);
  const windows: Uint16Array[] = [];
  for (let start = first + 1; start <= passage.length; ) {
    const next = passage.indexOf(BREAK, start);
    const end = next < 0 ? passage.length : next;
    const window = new Uint16Array(headings.length + end - start);
    window.set(headings);
    window.set(passage.subarray(start, end), headings.length);
    windows.push(window);
    start = end + 1;
  }
  return windows;
}

const SPACE = 32;
const NEW_LINE = 10;

function isStop(code: number): boolean {
  return code === 0x2e || code === 0x21 || code === 0x3f || code === 0x2026;
}
