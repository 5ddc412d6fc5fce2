/** A value in a line, with what it measures: amounts of the same unit can replace each other. */
export interface Value {
  text: string;
  start: number;
  end: number;
  /** `€`, `£`, `%`, `days`, `date`, `mail`, `phone`. */
  unit: string;
}

const SPACE = '[ \\u00a0\\u202f]';
const NUMBER = `\\d{1,3}(?:${SPACE}\\d{3})+(?:[.,]\\d+)?|\\d+(?:[.,]\\d+)*`;
const FORMS: readonly (readonly [unit: string | null, form: RegExp])[] = [
  ['mail', /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g],
  ['phone', /(?<!\w)(?:\+\d{1,3}|0)[\d .-]{8,16}\d(?!\w)/g],
  ['date', /(?<!\d)\d{4}-\d\d-\d\d(?!\d)/g],
  [null, new RegExp(`([£$€])${SPACE}?(?:${NUMBER})`, 'g')],
  [
    null,
    new RegExp(
      `(?:${NUMBER})${SPACE}?([€£$%]|(?:days?|jours?|ans|years?|hours?|heures?|h|euros?|pounds?|kg|km|px|kB|MB|TB)(?![\\p{L}\\d]))`,
      'gu',
    ),
  ],
];

/** The values of a line with a unit, in order; those that overlap an earlier form are left out. */
export function valuesIn(line: string): Value[] {
  const found: Value[] = [];
  for (const [unit, form] of FORMS) {
    for (const match of line.matchAll(form)) {
      const [start, end] = [match.index, match.index + match[0].length];
      if (found.some((value) => start < value.end && value.start < end)) continue;
      found.push({ text: match[0], start, end, unit: unit ?? normalUnit(match[1]!) });
    }
  }
  return found.sort((a, b) => a.start - b.start);
}

function normalUnit(unit: string): string {
  const known = UNITS.find((names) => names.includes(unit.toLowerCase()));
  return known?.[0] ?? unit.toLowerCase();
}

const UNITS = [
  ['€', 'euro', 'euros'],
  ['£', 'pound', 'pounds'],
  ['day', 'days', 'jour', 'jours'],
  ['year', 'years', 'ans'],
  ['hour', 'hours', 'heure', 'heures', 'h'],
];
