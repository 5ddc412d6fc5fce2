import { detectLanguage } from '../search/text/language.js';
import { wordsOf } from '../search/text/words.js';
import type { Language } from '../vault/starter.js';

/** The language to answer in: that of the text, or `fallback` if the text does not show it. */
export function languageOf(text: string, fallback: Language): Language {
  return detectLanguage(wordsOf(text.slice(0, 5_000))) ?? fallback;
}
