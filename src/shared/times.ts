import { addDays, FIRST_DAY, LAST_DAY, type Span } from './calendar.js';
import { dates } from './times/dates.js';
import { fromToday } from './times/from-today.js';
import { type PlacedTime, timesInLine } from './times/in-line.js';
import { named } from './times/named.js';
import { bare, type Group, type TimeContext } from './times/point.js';

/** A time that a text names. */
export interface Time extends Omit<PlacedTime, 'start' | 'end'> {
  /** Where its words are, with what leads to them and the time of day: `avant le 3 mars à 14h`. */
  index: number;
  text: string;
}

/**
 * The times that a text names, in French and English, in order. Days that come back (`tous les jeudis`, `le jeudi`) and times of day
 * alone (`à 14h30`) are not among them.
 */
export function readTimes(text: string, context: TimeContext): Time[] {
  const times: Time[] = [];
  for (const { index: start, 0: piece } of text.matchAll(PIECES)) {
    const groups = groupsFor(piece);
    if (groups.length === 0) continue;
    const { line, at } = plainOf(piece);
    for (const { start: first, end, ...time } of timesInLine(line, groups, context)) {
      const [from, to] = [at[first]!, at[end - 1]! + 1];
      if (NO_TIME.test(piece.slice(from, to))) continue;
      times.push({ index: start + from, text: piece.slice(from, to), ...time });
    }
  }
  return times;
}

/** Capitals tell the name in `tarte d'Avril`, small letters the verb in `this may`. */
const NO_TIME = /^(?:d['’]\p{Lu}\p{Ll}|this (?:may|march)\b)/u;

/** The days that a time means with its lead: none before `since March`, none after `by Friday`. */
export function daysMeant({ from, to, lead }: Pick<Time, 'from' | 'to' | 'lead'>, today: string): Span {
  if (lead === 'before') return { from: FIRST_DAY, to: addDays(from, -1) };
  if (lead === 'by') return { from: FIRST_DAY, to };
  if (lead === 'after') return { from: addDays(to, 1), to: LAST_DAY };
  if (lead === 'since') return { from, to: from <= today ? today : LAST_DAY };
  return { from, to };
}

/** Lines, cut at a sentence or a word where they are long: what is read at once stays short, however long the text. */
const PIECES = /[^\n]{1,400}(?=\n|$)|[^\n]{100,400}[.!?;](?=\s)|[^\n]{1,400}(?=\s)|[^\n]{1,400}/g;

/** The kinds of times that a text may name: none in most texts, which need not be read closer. */
function groupsFor(text: string): Group[] {
  const words =
    bare(text)
      .toLowerCase()
      .match(/[a-z]+|\d/g) ?? [];
  const hasDigit = /\d/.test(text);
  return GROUPS.filter((group) =>
    group.words.size === 0 ? hasDigit : words.some((word) => group.words.has(word)),
  );
}

const GROUPS = [...fromToday, ...named, dates];

/** Small letters without accents, one space between words, and where each character was. */
function plainOf(text: string): { line: string; at: number[] } {
  let line = '';
  const at: number[] = [];
  for (let index = 0; index < text.length; index++) {
    for (const letter of bare(text[index]!).toLowerCase()) {
      const isSpace =
        /[\s'’ʼ]/.test(letter) || (letter === '-' && isLetter(text[index - 1]) && isLetter(text[index + 1]));
      if (isSpace && (line === '' || line.endsWith(' '))) continue;
      line += isSpace ? ' ' : /[–—]/.test(letter) ? '-' : letter;
      at.push(index);
    }
  }
  const end = line.trimEnd().length;
  return { line: line.slice(0, end), at: at.slice(0, end) };
}

function isLetter(letter: string | undefined): boolean {
  return letter !== undefined && /\p{L}/u.test(letter);
}
