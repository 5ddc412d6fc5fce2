import { ENGLISH_STOP_WORDS, FRENCH_STOP_WORDS } from '../search/text/stop-words.js';
import { fold } from '../shared/fold.js';
import { bold } from './paint.js';

/** Marks the words of a question in a text, also in another form: `decide` in "decided", `réunion` in "reunions". */
export function wordMarker(question: string): (text: string) => string {
  const isAsked = askedWords(question);
  return (text) => text.replaceAll(WORD, (word) => (isAsked(word) ? bold(word) : word));
}

/** How many different words of a question a text holds, in any form. */
export function wordCounter(question: string): (text: string) => number {
  const isAsked = askedWords(question);
  return (text) => new Set((text.match(WORD) ?? []).filter(isAsked).map(fold)).size;
}

function askedWords(question: string): (word: string) => boolean {
  const asked = [...question.matchAll(WORD)]
    .map(([word]) => fold(word))
    .filter((word) => word.length > 1 && !FRENCH_STOP_WORDS.has(word) && !ENGLISH_STOP_WORDS.has(word));
  return (word) => asked.some((other) => areForms(fold(word), other));
}

const WORD = /[\p{L}\p{N}]+/gu;

/** Short words must be equal; longer ones may end differently. */
function areForms(a: string, b: string): boolean {
  if (a === b) return true;
  let common = 0;
  while (common < a.length && a[common] === b[common]) common++;
  return (
    common >= LEAST_STEM &&
    common >= Math.min(a.length, b.length) - 1 &&
    Math.max(a.length, b.length) - common <= MOST_ENDING
  );
}

const LEAST_STEM = 4;

/** As long as `-ing` and most French endings. */
const MOST_ENDING = 4;
