import type { TextLanguage } from './stop-words.js';
import type { Word } from './words.js';

/** Counts the small words of each language; null where neither leads. */
export function detectLanguage(words: readonly Word[]): TextLanguage | null {
  let french = 0;
  let english = 0;
  for (const { stops, accented } of words) {
    if (stops.fr !== stops.en) {
      if (stops.fr) french++;
      else english++;
    }
    if (accented) french++;
  }
  if (french === english) return null;
  return french > english ? 'fr' : 'en';
}
