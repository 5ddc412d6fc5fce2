import { vectorOf } from './static-embedder.js';
import { BREAK, type StaticModel } from './static-model.js';
import { createTokenList, pushToken } from './word-pieces.js';

const WINDOW_WORDS = 50;
// Filled anew by every call, and copied at its end: an array for each would cost more than what is put into it.
const list = createTokenList();

/**
 * A chunk as the tokens of its headings, then of its windows: sentences packed up to 50 words. What is stored with the
 * chunk's vector, so that a search reads no text: about 240 bytes per 100 words.
 */
export function passageTokens(model: StaticModel, headings: string, text: string): Uint16Array {
  list.length = 0;
  model.words.add(list, headings, 0, headings.length);
  let inWindow = 0;
  for (let start = 0; start < text.length; ) {
    const { end, words } = sentenceAt(text, start);
    if (words > 0) {
      if (inWindow === 0 || inWindow + words > WINDOW_WORDS) {
        pushToken(list, BREAK);
        inWindow = 0;
      }
      inWindow += words;
      model.words.add(list, text, start, end);
    }
    start = end;
  }
  return list.ids.slice(0, list.length);
}

/** The vector of the whole passage. */
export function passageVector(model: StaticModel, passage: Uint16Array): Float32Array {
  return vectorOf(model, passage);
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

/** Up to and with the space that ends it: space after a full stop or the like, or any that holds the end of a line. */
function sentenceAt(text: string, start: number): { end: number; words: number } {
  let words = 0;
  let at = start;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (!isSpace(code)) {
      words++;
      do at++;
      while (at < text.length && !isSpace(text.charCodeAt(at)));
      continue;
    }
    let ends = at > start && isStop(text.charCodeAt(at - 1));
    for (; at < text.length && isSpace(text.charCodeAt(at)); at++) ends ||= text.charCodeAt(at) === NEW_LINE;
    if (ends) break;
  }
  return { end: at, words };
}

const NEW_LINE = 10;

function isStop(code: number): boolean {
  return code === 0x2e || code === 0x21 || code === 0x3f || code === 0x2026;
}

function isSpace(code: number): boolean {
  if (code < 128) return code === 32 || (code >= 9 && code <= 13);
  if (code === 0xa0 || code === 0x3000 || code === 0xfeff || code === 0x1680) return true;
  return (
    (code >= 0x2000 && code <= 0x200a) ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x205f
  );
}
