/** A time of day in a line of plain words, `14:30`, with the end of `14h-16h`. */
export interface TimeOfDay {
  start: number;
  end: number;
  at: string;
  until: string | null;
}

export function clocksIn(line: string): TimeOfDay[] {
  return [...line.matchAll(CLOCKS)].flatMap(({ index: start, 0: words, groups = {} }) => {
    const at = clockOf(groups.at!, groups.until);
    const until = groups.until === undefined ? null : clockOf(groups.until, undefined);
    return at === null ? [] : [{ start, end: start + words.length, at, until }];
  });
}

const CLOCK =
  '\\d{1,2}:\\d\\d(?::\\d\\d)?(?: ?[ap]\\.?m\\b)?|\\d{1,2} ?[ap]\\.?m\\b|\\d{1,2} ?h(?:eures?)?(?: ?\\d\\d)?';
const NAMED = 'noon|midday|(?<!apres )midi|midnight|minuit';
const CLOCKS = new RegExp(
  `(?:(?<![\\w:./-])|(?<=\\dt))(?<at>${CLOCK}|\\d{1,2}(?=-\\d{1,2} ?[ap]m)|${NAMED})(?: ?(?:-|a|to|et|and|until) ?(?<until>${CLOCK}))?(?![\\w:])`,
  'g',
);
/** `14:30`; null where there is no such time. In `2-4pm`, what is said of the end is said of the start. */
function clockOf(words: string, until: string | undefined): string | null {
  if (/^noon|^midd|^midi/.test(words)) return '12:00';
  if (/^mid|^min/.test(words)) return '00:00';
  const [hour = 0, minute = 0] = words.match(/\d+/g)!.map(Number);
  const half =
    /[ap](?=\.?m)/.exec(words)?.[0] ??
    (/^\d+$/.test(words) ? /[ap](?=\.?m)/.exec(until ?? '')?.[0] : undefined);
  const value = half === undefined ? hour : (hour % 12) + (half === 'p' ? 12 : 0);
  if (value > 23 || minute > 59 || (half !== undefined && hour > 12)) return null;
  return `${String(value).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}
