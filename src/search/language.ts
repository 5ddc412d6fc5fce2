import { ENGLISH_STOP_WORDS, FRENCH_STOP_WORDS } from './stop-words.js';

export type TextLanguage = 'fr' | 'en';

/** Counts the small words of each language; null where neither leads. */
export function detectLanguage(words: Iterable<{ folded: string; accented: boolean }>): TextLanguage | null {
  let french = 0;
  let english = 0;
  for (const { folded, accented } of words) {
    const isFrench = FRENCH_STOP_WORDS.has(folded);
    const isEnglish = ENGLISH_STOP_WORDS.has(folded);
    if (isFrench && !isEnglish) french++;
    else if (isEnglish && !isFrench) english++;
    if (accented) french++;
  }
  if (french === english) return null;
  return french > english ? 'fr' : 'en';
}
