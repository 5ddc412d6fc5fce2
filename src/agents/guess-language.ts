import { WEEKDAYS } from '../search/text/calendar-words.js';
import { fold } from '../search/text/fold.js';
import { irregularForms } from '../search/text/irregular-forms.js';
import { MONTHS } from '../search/text/months.js';
import { ENGLISH_STOP_WORDS, FRENCH_STOP_WORDS, type TextLanguage } from '../search/text/stop-words.js';
import { TASK_VERBS } from './librarian/kinds/task-verbs.js';

/**
 * The language of a text without small words and accents (`Call Marie`, `Payer loyer`): that of the verbs and dates in
 * it, else the one whose words have letters in the same order. Null where nothing speaks for either.
 */
export function guessLanguage(folded: readonly string[]): TextLanguage | null {
  const { fr, en } = knownWords();
  const byWords = folded.reduce((sum, word) => sum + side(fr.has(word), en.has(word)), 0);
  const score = byWords || folded.flatMap(pairsOf).reduce((sum, pair) => sum + oddsOf(pair), 0);
  if (score === 0) return null;
  return score > 0 ? 'fr' : 'en';
}

function side(french: boolean, english: boolean): number {
  return Number(french) - Number(english);
}

let known: Record<TextLanguage, ReadonlySet<string>> | null = null;

/** Put together for the first text: most commands guess no language. */
function knownWords(): Record<TextLanguage, ReadonlySet<string>> {
  known ??= {
    en: new Set([
      ...ENGLISH_STOP_WORDS,
      ...irregularForms('en'),
      ...TASK_VERBS.en,
      ...WEEKDAYS.map(([english]) => english),
      ...MONTHS.map(({ english }) => english),
      ...['today', 'tomorrow', 'yesterday'],
    ]),
    fr: new Set([
      ...FRENCH_STOP_WORDS,
      ...irregularForms('fr'),
      ...TASK_VERBS.fr,
      ...WEEKDAYS.map(([, french]) => french),
      ...MONTHS.map(({ french }) => fold(french)),
      ...['demain', 'hier'],
    ]),
  };
  return known;
}

/** The pairs of letters of a word, its start and end among them. */
function pairsOf(word: string): string[] {
  const letters = `^${word}$`;
  return Array.from({ length: letters.length - 1 }, (_, at) => letters.slice(at, at + 2));
}

let odds: Map<string, number> | null = null;

/** How much more often French words hold a pair of letters than English ones, as a logarithm. */
function oddsOf(pair: string): number {
  odds ??= countOdds();
  return odds.get(pair) ?? 0;
}

function countOdds(): Map<string, number> {
  const counts = { en: countPairs(knownWords().en), fr: countPairs(knownWords().fr) };
  const pairs = new Set([...counts.en.keys(), ...counts.fr.keys()]);
  const total = (count: Map<string, number>) => [...count.values()].reduce((sum, times) => sum + times, 0);
  const totals = { en: total(counts.en), fr: total(counts.fr) };
  // Half a time more for each, so that a pair that one list lacks does not decide alone.
  const share = (language: TextLanguage, pair: string) =>
    ((counts[language].get(pair) ?? 0) + 0.5) / (totals[language] + 0.5 * pairs.size);
  return new Map([...pairs].map((pair) => [pair, Math.log(share('fr', pair) / share('en', pair))]));
}

function countPairs(words: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) for (const pair of pairsOf(word)) counts.set(pair, (counts.get(pair) ?? 0) + 1);
  return counts;
}
