import { addMonths, isoDay, type Span } from '../calendar.js';
import { MONTH, monthNumber } from './named.js';
import { type FoundPoint, type Group, group, reader, YEAR, yearly } from './point.js';

const DAY = '(\\d{1,2})(?:st|nd|rd|th|er|e)?';
const TO = ' ?(?:-|to|au|a|et|and) ?(?:le |the )?';

/** Days by number: `22 février 2027`, `Mar 3rd`, `22/02`, `3-5 March`. The day comes first, unless it can't be one. */
export const dates: Group = group([], () => [
  // Behind its year the month comes first: `2024-13-01` is no date.
  reader('(\\d{4})[-/.](\\d{1,2})[-/.](\\d{1,2})', ([, y, m, d], today) =>
    Number(m) > 12 ? null : on(today, y, m, d),
  ),
  reader('(\\d{1,2})([-/.])(\\d{1,2})\\2(\\d{4}|\\d{2})', ([, d, , m, y], today) => on(today, y, m, d)),
  // `le 3/4 du gâteau`
  reader('(\\d{1,2})/(\\d{1,2})(?! (?:of|du|de|des|d) )', ([, d, m], today) => {
    const found = on(today, undefined, m, d);
    return found && { ...found, needsLead: true };
  }),
  reader(`(?:${DAY}${TO})?${DAY}[ -](?:of )?(${MONTH})\\.?(?:,?[ -](?:of |de )?${YEAR})?`, (match, today) => {
    const [, first, d, name, y] = match;
    return on(today, y, String(monthNumber(name!)), d, first);
  }),
  reader(`(${MONTH})\\.? (?:the )?${DAY}(?:${TO}${DAY})?(?:,? ${YEAR})?`, ([, name, d, last, y], today) =>
    on(today, y, String(monthNumber(name!)), last ?? d, last && d),
  ),
]);

function on(
  today: string,
  year: string | undefined,
  m?: string,
  d?: string,
  first?: string,
): FoundPoint | null {
  const spansIn = (y: number): Span[] => {
    const to = isoDay(y, Number(m), Number(d)) ?? isoDay(y, Number(d), Number(m));
    const same = to === null || first === undefined ? to : `${to.slice(0, 8)}${first.padStart(2, '0')}`;
    // `du 28 au 3 septembre`
    return to === null || same === null ? [] : [{ from: same <= to ? same : addMonths(same, -1), to }];
  };
  if (year === undefined) return { spans: yearly(today, spansIn), every: 'year', isRelative: false };
  return { spans: spansIn(year.length === 2 ? 2000 + Number(year) : Number(year)), isRelative: false };
}
