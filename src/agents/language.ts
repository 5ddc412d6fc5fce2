import { detectLanguage } from '../search/text/language.js';
import { wordsOf } from '../search/text/words.js';
import type { Language } from '../words/language.js';
import { guessLanguage } from './guess-language.js';

/** The language to answer a question in. One word, most often a name, is no text: its letters say nothing about who asks. */
export function questionLanguage(question: string, fallback: Language): Language {
  const words = wordsOf(question);
  return words.length > 1 ? languageOf(question, fallback) : (detectLanguage(words) ?? fallback);
}

/** The language of a text, or `fallback` if the text shows none. */
export function languageOf(text: string, fallback: Language): Language {
  const words = wordsOf(text.slice(0, 5_000));
  return detectLanguage(words) ?? guessLanguage(words.map(({ folded }) => folded)) ?? fallback;
}
