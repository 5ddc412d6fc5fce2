import { fold } from './fold.js';

/** The months in French and English, and how people shorten them. */
export const MONTHS: readonly { french: string; english: string; short: readonly string[] }[] = [
  { french: 'janvier', english: 'january', short: ['jan', 'janv'] },
  { french: 'février', english: 'february', short: ['feb', 'fevr', 'fev'] },
  { french: 'mars', english: 'march', short: ['mar'] },
  { french: 'avril', english: 'april', short: ['apr', 'avr'] },
  { french: 'mai', english: 'may', short: [] },
  { french: 'juin', english: 'june', short: ['jun'] },
  { french: 'juillet', english: 'july', short: ['jul', 'juil'] },
  { french: 'août', english: 'august', short: ['aug'] },
  { french: 'septembre', english: 'september', short: ['sep', 'sept'] },
  { french: 'octobre', english: 'october', short: ['oct'] },
  { french: 'novembre', english: 'november', short: ['nov'] },
  { french: 'décembre', english: 'december', short: ['dec'] },
];

const NAMES: ReadonlySet<string> = new Set(MONTHS.flatMap(({ french, english }) => [fold(french), english]));

/** True for the full name of a month, folded. */
export function isMonthName(word: string): boolean {
  return NAMES.has(word);
}
