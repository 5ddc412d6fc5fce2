import { dateAt, dateKeys } from './dates.js';
import { placedWords } from './words.js';

/** The keys of every date that a text names. */
export function datesIn(text: string): string[] {
  const { words, between } = placedWords(text);
  return words.flatMap((_, index) => {
    const date = dateAt(words, index, between);
    return date === null ? [] : dateKeys(date);
  });
}
