import { parseQuery, type Term } from '../../search/query/parse-query.js';
import { datesIn } from '../../search/text/dates-in.js';
import { detectLanguage } from '../../search/text/language.js';
import { ASKED_TIMES } from '../../search/text/stop-words.js';
import { type Word, wordFor, wordsOf } from '../../search/text/words.js';
import { MONTHS } from '../../shared/calendar-words.js';
import { fold } from '../../shared/fold.js';

/**
 * The words that carry a question and occur nowhere in the text shown, in no form. None if the text is in the other
 * language, which says the same in other words.
 */
export function missingWords(question: string, shown: string): string[] {
  const written = new Map(wordsOf(question).map(({ folded, raw }) => [folded, raw]));
  const words = wordsOf(shown);
  const { terms, language } = parseQuery(question);
  const shownLanguage = detectLanguage(words);
  if (shownLanguage !== null && language !== null && shownLanguage !== language) return [];
  const hasDate = terms.some(isDate);
  const asked = terms.filter((term) => carries(term, hasDate));
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
  if (term.isStopWord || stops.fr || stops.en || FILLERS.has(term.label)) return false;
  // The date is a term of its own, which is found however it is written.
  return !hasDate || isDate(term) || !/^\d+\p{L}*$/u.test(term.label);
}

function isDate({ label, form }: Term): boolean {
  return form === 0 && /^\d{4}-\d\d/.test(label);
}

/** Words that ask for a number, a time or an order, and words as vague as them: no passage has to repeat them. */
const FILLERS: ReadonlySet<string> = new Set([
  ...ASKED_TIMES,
  ...MONTHS.flatMap(({ french, english }) => [fold(french), fold(english)]),
  ...`many much long often old ago since last next first latest recent recently current currently ever never today tonight
  yesterday tomorrow morning evening week weeks weekend hour hours minute minutes monday tuesday wednesday thursday friday
  saturday sunday between within around tell show list find give please know happen happened happens thing things
  something anything someone kind kinds type types sort name names number amount total go going get getting make making
  take taking say says said us let want wants wanted need needs needed like use uses used using
  nombre beaucoup longtemps souvent dernier derniere derniers dernieres prochain prochaine premier premiere recent
  recente recemment actuel actuelle actuellement aujourd hui hier demain matin soir semaine semaines minute minutes lundi
  mardi mercredi jeudi vendredi samedi dimanche toujours deja jamais parmi vers veux voulais veut voulait dis montre liste trouve donne passe
  chose choses quelque quelqu type types sorte sortes genre nom noms nombre total va aller faut faudra faudrait dois doit devons
  devez doivent devais devait peux peut pouvons pouvez peuvent dit dire sais sait savons savez savent savoir
  utilise utilises utilisons utilisez utilisent utiliser`.split(/\s+/),
]);
