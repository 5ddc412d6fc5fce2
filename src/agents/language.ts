import { detectLanguage } from '../search/text/language.js';
import { wordsOf } from '../search/text/words.js';
import type { Language } from '../words/language.js';
import { guessLanguage } from './guess-language.js';

/**
 * The language to answer a question in. The letters of a few words (`groupe sanguin`, `budget Tidewater`) say little about who asks: without a small word
 * of one language it is that of the person.
 */
export function questionLanguage(question: string, fallback: Language): Language {
  const words = wordsOf(question);
  return words.length < FEWEST_GUESSED ? (detectLanguage(words) ?? fallback) : languageOf(question, fallback);
}

const FEWEST_GUESSED = 4;

/** The language of a text, or `fallback` if the text shows none. */
export function languageOf(text: string, fallback: Language): Language {
  const words = wordsOf(text.slice(0, 5_000));
  return detectLanguage(words) ?? guessLanguage(words.map(({ folded }) => folded)) ?? fallback;
}
