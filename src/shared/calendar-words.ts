import { addDays, weekdayOf } from './calendar.js';

/** From Monday on, folded. */
export const WEEKDAYS = [
  ['monday', 'lundi'],
  ['tuesday', 'mardi'],
  ['wednesday', 'mercredi'],
  ['thursday', 'jeudi'],
  ['friday', 'vendredi'],
  ['saturday', 'samedi'],
  ['sunday', 'dimanche'],
] as const;

/** 1 for Monday to 7 for Sunday; the name is folded. */
export function weekdayNumber(name: string): number {
  return WEEKDAYS.findIndex(([english, french]) => name === english || name === french) + 1;
}

/** `Thursday`, `jeudi`. */
export function weekdayName(day: string, language: 'en' | 'fr'): string {
  const [english, french] = WEEKDAYS[weekdayOf(day) - 1]!;
  return language === 'fr' ? french : english[0]!.toUpperCase() + english.slice(1);
}

/** The first such day before (-1) or after (1) a day. */
export function weekdayFrom(day: string, direction: 1 | -1, name: string): string {
  const distance = (((weekdayNumber(name) - weekdayOf(day)) * direction + 6) % 7) + 1;
  return addDays(day, distance * direction);
}

/** What `next Tuesday` means: the Tuesday of the week after this one, which begins on Monday. */
export function weekdayNextWeek(day: string, name: string): string {
  return addDays(day, 7 - weekdayOf(day) + weekdayNumber(name));
}

/** Small numbers in words, folded. */
export const NUMBER_WORDS: Readonly<Record<string, number>> = Object.fromEntries(
  [
    'a an one un une',
    'two deux',
    'three trois',
    'four quatre',
    'five cinq',
    'six',
    'seven sept',
    'eight huit',
    'nine neuf',
    'ten dix',
    'eleven onze',
    'twelve douze',
    'thirteen treize',
    'fourteen quatorze',
    'fifteen quinze',
  ].flatMap((words, index) => words.split(' ').map((word) => [word, index + 1])),
);

/** The first to the fourth, folded, as people count quarters. */
export const ORDINALS = [
  ['first', '1st', 'premier', '1er'],
  ['second', '2nd', 'deuxieme', '2e', '2eme'],
  ['third', '3rd', 'troisieme', '3e', '3eme'],
  ['fourth', '4th', 'quatrieme', '4e', '4eme'],
] as const;

/** Of the north, by whole months, with the number of the first one. */
export const SEASONS = [
  { names: ['spring', 'printemps'], month: 3 },
  { names: ['summer', 'ete'], month: 6 },
  { names: ['autumn', 'fall', 'automne'], month: 9 },
  { names: ['winter', 'hiver'], month: 12 },
] as const;

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
