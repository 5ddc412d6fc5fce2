import { vectorOf } from './static-embedder.js';
import type { StaticModel } from './static-model.js';

/** Stands between the windows of a passage; no token has this number. */
const BREAK = 65_535;
const WINDOW_WORDS = 50;

/**
 * A chunk as the tokens of its headings, then of its windows: sentences packed up to 50 words. What is stored with the
 * chunk's vector, so that a search reads no text: about 240 bytes per 100 words.
 */
export function passageTokens(model: StaticModel, headings: string, text: string): Uint16Array {
  const tokens = model.words.encode(headings);
  for (const window of windowsOf(text)) {
    tokens.push(BREAK);
    for (const token of model.words.encode(window)) tokens.push(token);
  }
  return Uint16Array.from(tokens);
}

/** The vector of the whole passage. */
export function passageVector(model: StaticModel, passage: Uint16Array): Float32Array {
  return vectorOf(
    model,
    passage.filter((token) => token !== BREAK),
  );
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

function windowsOf(text: string): string[] {
  const windows: string[] = [];
  let current: string[] = [];
  let length = 0;
  for (const sentence of text.split(/(?<=[.!?…])\s+|\n+/)) {
    const words = sentence.match(/\S+/g)?.length ?? 0;
    if (words === 0) continue;
    if (current.length > 0 && length + words > WINDOW_WORDS) {
      windows.push(current.join(' '));
      current = [];
      length = 0;
    }
    current.push(sentence);
    length += words;
  }
  if (current.length > 0) windows.push(current.join(' '));
  return windows;
}
