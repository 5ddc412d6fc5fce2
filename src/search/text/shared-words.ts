import { wordsOf } from './words.js';

/** The telling words of a text: each with the forms under which it is the same word. */
export function tellingWords(text: string): string[][] {
  const found = new Map<string, string[]>();
  for (const { folded, fr, en, stops } of wordsOf(text)) {
    if (stops.fr || stops.en || (folded.length < 2 && !/\d/.test(folded))) continue;
    found.set(folded, [folded, fr.text, en.text]);
  }
  return [...found.values()];
}

/** Says whether two words, each with its forms, are the same. */
export type SameWord = (a: readonly string[], b: readonly string[]) => boolean;

export const sameForm: SameWord = (a, b) => a.some((form) => b.includes(form));

/** How many words of `a` occur in `b`, in any form. */
export function sharedCount(
  a: readonly string[][],
  b: readonly string[][],
  isSame: SameWord = sameForm,
): number {
  return a.filter((word) => b.some((other) => isSame(word, other))).length;
}
