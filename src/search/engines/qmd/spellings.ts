import { MONTHS } from '../../../shared/calendar-words.js';
import type { Query, Term } from '../../query/parse-query.js';
import { QMD } from '../../ranking/parameters.js';
import { isSmallWord } from '../../text/stop-words.js';

/**
 * The telling words of a query, rarest first, each in the spellings under which QMD may have it. QMD matches the start
 * of words: a stem covers all of its forms, French ones too, which its English rules would miss.
 */
export function spellingsOf(query: Query, countsOf: (terms: readonly Term[]) => number[]): string[][] {
  // A span of days has no spelling, and too many days to ask for each.
  const asked = query.terms.filter(({ isStopWord, label }) => !isStopWord && !label.includes('..'));
  const telling = asked.filter(({ label }) => !isSmallWord(label));
  const terms = telling.length === 0 ? asked : telling;
  const counts = countsOf(terms);
  return terms
    .map((term, index) => ({ term, count: counts[index]! || Number.MAX_SAFE_INTEGER }))
    .sort((a, b) => a.count - b.count)
    .slice(0, QMD.mostWords)
    .map(({ term }) => spellings(term));
}

function spellings({ label, keys }: Term): string[] {
  const date = /^(\d{4})-(\d{2})(?:-(\d{2}))?$/.exec(label);
  if (date !== null) return datesOf(date[1]!, Number(date[2]), date[3]);
  const word = label.replace(/^\[|\]$/g, '');
  const found = new Set<string>();
  for (const { text } of keys) {
    if (!/^[\p{L}\p{N}]+$/u.test(text)) continue;
    found.add(text.length >= QMD.longStem ? text : exactly(text));
  }
  const starts = [...found].some((text) => word.startsWith(text));
  if (!starts) found.add(word.length >= QMD.longStem || /\s/.test(word) ? word : exactly(word));
  // A stem that starts another one finds everything the longer one does.
  const shortest = [...found].filter(
    (text) => ![...found].some((other) => other !== text && text.startsWith(other)),
  );
  // The commonest of an irregular verb come first; each further one is a question of its own.
  const few = shortest.slice(0, QMD.mostSpellings);
  const joined = /oe|ae/.test(word)
    ? few.filter((text) => word.startsWith(text)).map((text) => text.replace('oe', 'œ').replace('ae', 'æ'))
    : [];
  return [...few, ...joined];
}

function exactly(text: string): string {
  return `"${text}"`;
}

function datesOf(year: string, month: number, day: string | undefined): string[] {
  const { french, english } = MONTHS[month - 1] ?? { french: '', english: '' };
  const two = String(month).padStart(2, '0');
  if (day === undefined)
    return [`${year}-${two}`, exactly(`${french} ${year}`), exactly(`${english} ${year}`)];
  const plain = String(Number(day));
  return [
    `${year}-${two}-${day}`,
    exactly(`${day} ${two} ${year}`),
    exactly(`${plain} ${french} ${year}`),
    exactly(`${plain} ${english} ${year}`),
    exactly(`${english} ${plain} ${year}`),
  ];
}
