import { dayOf } from '../../search/text/dates.js';
import { dateOf } from '../../shared/loose-json.js';

/**
 * A date as people write it in frontmatter: ISO, `31/12/2024`, `12/31/2024`, `4 March 2024`. Null if it is not a
 * date, or if day and month could be swapped: `03/04/2024` is in March in one country and in April in another.
 */
export function writtenDate(text: string | null): Date | null {
  if (text === null) return null;
  const iso = dateOf(text);
  if (iso !== null) return iso;
  if (!/\d[/.-]\d/.test(text)) return /\p{L}/u.test(text) ? dateOf(dayOf(text)) : null;
  const yearFirst = /^(\d{4})[/.](\d{1,2})[/.](\d{1,2})$/.exec(text);
  if (yearFirst !== null) return dayAt(yearFirst[1]!, yearFirst[2]!, yearFirst[3]!);
  const [, first = '', second = '', year = ''] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text) ?? [];
  if (Number(first) > 12 || first === second) return dayAt(year, second, first);
  return Number(second) > 12 ? dayAt(year, first, second) : null;
}

function dayAt(year: string, month: string, day: string): Date | null {
  return dateOf(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
}
