import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { addDays } from '../../shared/calendar.js';
import { localDate } from '../../shared/clock.js';
import { type Bytes, isText } from '../../vault/files.js';
import { fieldOf, splitFrontmatter } from '../../vault/frontmatter.js';
import { parsePath, ROOT, type VaultPath } from '../../vault/paths.js';
import { walk } from '../../vault/scan.js';
import { stamp } from '../../vault/stamp.js';
import type { Language } from '../../words/language.js';

/** The example memory in the package, as it was written. */
export function exampleVault(language: Language): string {
  const name = language === 'fr' ? 'vault' : 'vault-en';
  return fileURLToPath(new URL(`../../../examples/${name}`, import.meta.url));
}

export interface ExampleOptions {
  language: Language;
  /** The day on which it is opened. */
  now: Date;
}

/** The files of the example, as if their author had written the last one within a week of `now`. */
export function exampleFiles({ language, now }: ExampleOptions): Map<VaultPath, Bytes> {
  const days = exampleShift(now);
  const folder = exampleVault(language);
  const files = new Map<VaultPath, Bytes>();
  for (const { kind, path, address } of walk(folder, folder, ROOT)) {
    if (kind !== 'file' || path === GENERATED) continue;
    files.set(parsePath(shiftDates(path, days)), shiftedFile(readFileSync(address), days));
  }
  return files;
}

/** Made by the service itself. */
export const GENERATED = 'tree.md';

/** Its stamps are moved with the rest, and its tokens counted anew. */
function shiftedFile(bytes: Bytes, days: number): Bytes {
  if (!isText(bytes)) return bytes;
  const text = shiftDates(bytes.toString('utf8'), days);
  const { yaml } = splitFrontmatter(text);
  const [created, updated] = [fieldOf(yaml, 'created'), fieldOf(yaml, 'updated')];
  return Buffer.from(created === null || updated === null ? text : stamp(text, { created, updated }));
}

/** Where the example stands in time: its last note. A Friday. */
const WRITTEN = '2025-07-11';
const YEAR = '2025';

const FRENCH = 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre'.split(
  ' ',
);
const ENGLISH = 'January February March April May June July August September October November December'.split(
  ' ',
);
const MONTH = [...FRENCH, ...ENGLISH].join('|');
const QUARTERS = ['premier', 'deuxième', 'troisième', 'quatrième', 'first', 'second', 'third', 'fourth'];
const QUARTER = QUARTERS.flatMap((word) => [word, capitalised(word)]).join('|');
/** From winter on. */
const SEASONS = [
  ['en hiver', 'au printemps', 'en été', "à l'automne"],
  ['winter', 'spring', 'summer', 'autumn'],
];

/** What is moved: the day that an unfinished date, `the 13th`, belongs to, and by how many days. */
interface Move {
  named: string;
  days: number;
}

/** A way to name a time, and how it is moved. `day`: the day that it names, if it names one. */
interface Form {
  pattern: string;
  day?(found: Found): string;
  moved(found: Found, move: Move): string;
}

type Found = Record<string, string | undefined>;

/** Everything in the example that names a time. The order counts: what is more exact comes first. */
const FORMS: readonly Form[] = [
  {
    pattern: '(?<iso>20\\d\\d-[01]\\d-[0-3]\\d)',
    day: ({ iso }) => iso!,
    moved: ({ iso }, { days }) => addDays(iso!, days),
  },
  {
    pattern: `(?<from>\\d{1,2})(?<to> (?:au|et|to|and) )(?<until>\\d{1,2}) (?<rangeMonth>${MONTH})`,
    day: ({ until, rangeMonth }) => dayIn(rangeMonth!, until!),
    moved({ from, to, until, rangeMonth: month }, { days }) {
      const [first, last] = [from!, until!].map((day) => addDays(dayIn(month!, day), days)) as [
        string,
        string,
      ];
      const start = first.slice(0, 7) === last.slice(0, 7) ? '' : ` ${monthOf(first, month!)}`;
      return `${dayOf(first)}${start}${to}${dayOf(last)} ${monthOf(last, month!)}`;
    },
  },
  {
    pattern: `(?<number>\\d{1,2})(?<mark>er|st|nd|rd|th)?(?<of> of)? (?<month>${MONTH})(?: (?<year>20\\d\\d))?`,
    day: ({ number, month, year }) => dayIn(month!, number!, year),
    moved({ number, mark, of = '', month, year }, { days }) {
      const day = addDays(dayIn(month!, number!, year), days);
      const isMarked = isFrench(month!) ? dayOf(day) === 1 : mark !== undefined;
      const shown = !isMarked ? dayOf(day) : isFrench(month!) ? '1er' : ordinal(dayOf(day));
      return `${shown}${of} ${monthOf(day, month!)}${year === undefined ? '' : ` ${yearOf(day)}`}`;
    },
  },
  {
    pattern: 'the (?<ordinal>\\d{1,2})(?:st|nd|rd|th)(?! of)',
    moved: (found, { named, days }) =>
      `the ${ordinal(dayOf(addDays(sameMonth(named, found.ordinal!), days)))}`,
  },
  {
    pattern: 'du (?<first>\\d{1,2}) au (?<last>\\d{1,2})',
    moved({ first, last }, { named, days }) {
      const ends = [first!, last!].map((day) => dayOf(addDays(sameMonth(named, day), days)));
      return `du ${ends.join(' au ')}`;
    },
  },
  {
    pattern: `(?<quarter>${QUARTER}) (?<kind>trimestre|quarter)(?:, (?:${MONTH})(?<through> à | to )(?:${MONTH}))?`,
    moved({ quarter, kind, through }, { days }) {
      const at = QUARTERS.indexOf(quarter!.toLowerCase());
      const isEnglish = at > 3;
      const number = movedQuarter((at % 4) + 1, days);
      const word = QUARTERS[number - 1 + (isEnglish ? 4 : 0)]!;
      const months = isEnglish ? ENGLISH : FRENCH;
      const span =
        through === undefined ? '' : `, ${months[number * 3 - 3]}${through}${months[number * 3 - 1]}`;
      return `${quarter === quarter!.toLowerCase() ? word : capitalised(word)} ${kind}${span}`;
    },
  },
  {
    pattern: '(?<letter>[TQ])(?<inYear>[1-4])',
    moved: ({ letter, inYear }, { days }) => `${letter}${movedQuarter(Number(inYear), days)}`,
  },
  {
    pattern: `(?<alone>${MONTH})(?: (?<aloneYear>20\\d\\d))?`,
    day: ({ alone, aloneYear }) => dayIn(alone!, '15', aloneYear),
    moved({ alone, aloneYear }, { days }) {
      const day = addDays(dayIn(alone!, '15', aloneYear), days);
      return `${monthOf(day, alone!)}${aloneYear === undefined ? '' : ` ${yearOf(day)}`}`;
    },
  },
  {
    pattern: `(?<season>${SEASONS.flat().join('|')})`,
    moved({ season }, { days }) {
      const words = SEASONS.find((names) => names.includes(season!))!;
      const middle = `${YEAR}-${String(words.indexOf(season!) * 3 + 1).padStart(2, '0')}-15`;
      return words[Math.floor((monthNumber(addDays(middle, days)) % 12) / 3)]!;
    },
  },
  {
    // Other years are told by their distance from the one in which it was written.
    pattern: '(?<bare>20\\d\\d)',
    moved: ({ bare }, { days }) =>
      String(Number(bare) - Number(YEAR) + Number(yearOf(addDays(WRITTEN, days)))),
  },
];
const TIMES = new RegExp(
  FORMS.map(
    ({ pattern }, at) => `(?<form${at}>(?<![\\p{L}\\p{N}])${pattern}(?!(?!T\\d\\d:)[\\p{L}\\p{N}]))`,
  ).join('|'),
  'gu',
);

/**
 * By how many days the example is moved so that it ends in the week before `now`: whole weeks, so that a Tuesday stays a
 * Tuesday.
 */
export function exampleShift(now: Date): number {
  const days = (Date.parse(localDate(now)) - Date.parse(WRITTEN)) / 86_400_000;
  return Math.floor(days / 7) * 7;
}

/** A text or path of the example with every time in it moved: days, months, quarters, seasons and years. */
export function shiftDates(text: string, days: number): string {
  if (days === 0) return text;
  // A day without a month is in the month that was named last.
  let named = WRITTEN;
  const moved = text.replaceAll(TIMES, (...args) => {
    const found = args.at(-1) as Found;
    const form = FORMS.find((_, at) => found[`form${at}`] !== undefined)!;
    const shown = form.moved(found, { named, days });
    named = form.day?.(found) ?? named;
    return shown;
  });
  return elided(moved);
}

/** `d’août` before a vowel, `de juin` before a consonant. */
function elided(text: string): string {
  return text
    .replaceAll(
      new RegExp(
        `(?<!\\p{L})d['’](?=(?:${FRENCH.filter((month) => !isVowel(month)).join('|')})(?!\\p{L}))`,
        'gu',
      ),
      'de ',
    )
    .replaceAll(
      new RegExp(`(?<!\\p{L})de (?=(?:${FRENCH.filter(isVowel).join('|')})(?!\\p{L}))`, 'gu'),
      "d'",
    );
}

function isVowel(month: string): boolean {
  return /^[ao]/.test(month);
}

function movedQuarter(number: number, days: number): number {
  const middle = `${YEAR}-${String(number * 3 - 1).padStart(2, '0')}-15`;
  return Math.ceil(monthNumber(addDays(middle, days)) / 3);
}

function isFrench(month: string): boolean {
  return FRENCH.includes(month);
}

/** The name of a day's month, in the language of another name. */
function monthOf(day: string, like: string): string {
  return (isFrench(like) ? FRENCH : ENGLISH)[monthNumber(day) - 1]!;
}

function dayIn(month: string, day: string, year = YEAR): string {
  const at = (isFrench(month) ? FRENCH : ENGLISH).indexOf(month);
  return `${year}-${String(at + 1).padStart(2, '0')}-${day.padStart(2, '0')}`;
}

function sameMonth(named: string, day: string): string {
  return `${named.slice(0, 8)}${day.padStart(2, '0')}`;
}

/** `13th`, `21st`. */
function ordinal(day: number): string {
  const mark = day > 3 && day < 21 ? 'th' : (['th', 'st', 'nd', 'rd'][day % 10] ?? 'th');
  return `${day}${mark}`;
}

function dayOf(day: string): number {
  return Number(day.slice(8));
}

function monthNumber(day: string): number {
  return Number(day.slice(5, 7));
}

function yearOf(day: string): string {
  return day.slice(0, 4);
}

function capitalised(word: string): string {
  return word[0]!.toUpperCase() + word.slice(1);
}
