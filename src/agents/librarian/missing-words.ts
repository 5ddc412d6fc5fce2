import { parseQuery, type Term } from '../../search/query/parse-query.js';
import { ANSWER } from '../../search/ranking/parameters.js';
import { datesIn } from '../../search/text/dates-in.js';
import { detectLanguage } from '../../search/text/language.js';
import { ASKED_TIMES } from '../../search/text/stop-words.js';
import { type Word, wordFor, wordsOf } from '../../search/text/words.js';
import { MONTHS, WEEKDAYS } from '../../shared/calendar-words.js';
import { fold } from '../../shared/fold.js';

/**
 * The words that carry a question and occur nowhere in the text shown, in no form; `weightOf` says how much a word tells. None if the
 * text is in the other language, which says the same in other words.
 */
export function missingWords(question: string, shown: string, weightOf: (word: string) => number): string[] {
  const written = new Map(wordsOf(question).map(({ folded, raw }) => [folded, raw]));
  const words = wordsOf(shown);
  const { terms, language } = parseQuery(question);
  const shownLanguage = detectLanguage(words);
  if (shownLanguage !== null && language !== null && shownLanguage !== language) return [];
  const hasDate = terms.some(isDate);
  const asked = terms.filter(
    (term) => carries(term, hasDate) && (isDate(term) || weightOf(term.label) >= ANSWER.telling),
  );
  const present = keysOf(new Set(words), asked);
  for (const key of datesIn(shown)) present.add(key);
  return asked
    .filter(({ keys }) => !keys.some(({ text }) => present.has(text)))
    .map(({ label }) => written.get(label) ?? label)
    .slice(0, MOST);
}

const MOST = 5;

/** Of the words shown. Only those that begin like a key that is asked for are stemmed: a stem begins like its word. */
function keysOf(words: ReadonlySet<Word>, asked: readonly Term[]): Set<string> {
  const starts = new Set(asked.flatMap(({ keys }) => keys.map(({ text }) => FIRST_LETTER.exec(text)?.[0])));
  const texts = new Set<string>();
  for (const word of words) {
    texts.add(word.folded);
    if (starts.has(FIRST_LETTER.exec(word.folded)?.[0])) texts.add(word.fr.text).add(word.en.text);
  }
  return texts;
}

const FIRST_LETTER = /[\p{L}\p{N}]/u;

function carries(term: Term, hasDate: boolean): boolean {
  const { stops } = wordFor(term.label);
  if (term.isStopWord || stops.fr || stops.en || TIMES.has(term.label)) return false;
  // The date is a term of its own, which is found however it is written.
  return !hasDate || isDate(term) || !/^\d+\p{L}*$/u.test(term.label);
}

function isDate({ label, form }: Term): boolean {
  return form === 0 && /^\d{4}-\d\d/.test(label);
}

/** Words that stand for a time: a date is found however it is written. */
const TIMES: ReadonlySet<string> = new Set([
  ...ASKED_TIMES,
  ...MONTHS.flatMap(({ french, english }) => [fold(french), fold(english)]),
  ...WEEKDAYS.flat().map(fold),
]);
