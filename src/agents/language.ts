import { detectLanguage } from '../search/text/language.js';
import { wordsOf } from '../search/text/words.js';
import type { Language } from '../vault/starter.js';
import { guessLanguage } from './guess-language.js';

/** The language to answer in: that of the text, or `fallback` if the text shows none. */
export function languageOf(text: string, fallback: Language): Language {
  const words = wordsOf(text.slice(0, 5_000));
  return detectLanguage(words) ?? guessLanguage(words.map(({ folded }) => folded)) ?? fallback;
}
