import type { WordList } from '../index/word-list.js';
import type { Phrase } from './parse-query.js';

/** True where the words follow each other, in a heading or in the text, each in exactly this form (accents aside). */
export function containsPhrase(words: WordList, phrase: Phrase): boolean {
  if (phrase.length === 0) return true;
  return (
    occursBetween(words, phrase, 0, words.heads) ||
    occursBetween(words, phrase, words.heads, words.heads + words.bodies)
  );
}

function occursBetween({ stems, forms }: WordList, phrase: Phrase, from: number, to: number): boolean {
  const last = to - phrase.length;
  for (let start = from; start <= last; start++) {
    let matched = 0;
    while (matched < phrase.length) {
      const word = phrase[matched]!;
      const at = start + matched;
      if (forms[at] !== word.form || (stems[at] !== word.fr.hash && stems[at] !== word.en.hash)) break;
      matched++;
    }
    if (matched === phrase.length) return true;
  }
  return false;
}
