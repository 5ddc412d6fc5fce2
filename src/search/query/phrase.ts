import type { WordList } from '../index/word-list.js';
import { keysOf } from '../text/words.js';
import type { Phrase } from './parse-query.js';

/** True where the words follow each other, in a heading or in the text, each in exactly this form (accents aside). */
export function containsPhrase(words: WordList, phrase: Phrase): boolean {
  if (phrase.length === 0) return true;
  const wanted = phrase.map((word) => ({ form: word.form, stems: keysOf(word).map(({ hash }) => hash) }));
  return (
    occursBetween(words, wanted, 0, words.heads) ||
    occursBetween(words, wanted, words.heads, words.heads + words.bodies)
  );
}

interface WantedWord {
  form: number;
  stems: number[];
}

function occursBetween(
  { stems, forms }: WordList,
  wanted: readonly WantedWord[],
  from: number,
  to: number,
): boolean {
  const last = to - wanted.length;
  for (let start = from; start <= last; start++) {
    let matched = 0;
    while (matched < wanted.length) {
      const word = wanted[matched]!;
      const at = start + matched;
      if (forms[at] !== word.form || !word.stems.includes(stems[at]!)) break;
      matched++;
    }
    if (matched === wanted.length) return true;
  }
  return false;
}
