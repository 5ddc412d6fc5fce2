import { irregularForms } from '../search/text/irregular-forms.js';
import { detectLanguage } from '../search/text/language.js';
import { ENGLISH_STOP_WORDS, FRENCH_STOP_WORDS, type TextLanguage } from '../search/text/stop-words.js';
import { wordsOf } from '../search/text/words.js';
import { MONTHS, WEEKDAYS } from '../shared/calendar-words.js';
import { fold } from '../shared/fold.js';
import type { Language } from '../words/language.js';

/**
 * The language to answer a question in. The letters of a few words (`groupe sanguin`, `budget Tidewater`) say little about who asks: without a small word
 * of one language it is that of the person.
 */
export function questionLanguage(question: string, fallback: Language): Language {
  const words = wordsOf(question);
  return words.length < FEWEST_GUESSED ? (detectLanguage(words) ?? fallback) : languageOf(question, fallback);
}

const FEWEST_GUESSED = 4;

/** The language of a text, or `fallback` if the text shows none. */
export function languageOf(text: string, fallback: Language): Language {
  const words = wordsOf(text.slice(0, 5_000));
  return detectLanguage(words) ?? guessLanguage(words.map(({ folded }) => folded)) ?? fallback;
}

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
      ...WEEKDAYS.map(([english]) => english),
      ...MONTHS.map(({ english }) => english),
      ...['today', 'tomorrow', 'yesterday'],
    ]),
    fr: new Set([
      ...FRENCH_STOP_WORDS,
      ...irregularForms('fr'),
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

/** How much more often French words hold a pair of letters than English ones, as a logarithm; 0 where none holds it. */
function oddsOf(pair: string): number {
  samples ??= { fr: sampleOf(knownWords().fr), en: sampleOf(knownWords().en) };
  const [french, english] = [timesIn(samples.fr, pair), timesIn(samples.en, pair)];
  if (french + english === 0) return 0;
  // Half a time more for each, so that a pair that one language lacks does not decide alone.
  const share = (times: number, { pairs }: Sample) => (times + 0.5) / (pairs + 0.5 * DIFFERENT_PAIRS);
  return Math.log(share(french, samples.fr) / share(english, samples.en));
}

let samples: Record<TextLanguage, Sample> | null = null;

/** All words of a language as one text, and how many pairs of letters they have. */
interface Sample {
  text: string;
  pairs: number;
}

/** Of 26 letters, and the start or end of a word. */
const DIFFERENT_PAIRS = 27 ** 2;

/** Searched for the few pairs of a text: counting all pairs takes a command ten times as long. */
function sampleOf(words: ReadonlySet<string>): Sample {
  const text = `^${[...words].join('$^')}$`;
  return { text, pairs: text.length - words.size };
}

function timesIn({ text }: Sample, pair: string): number {
  let times = 0;
  for (let at = text.indexOf(pair); at !== -1; at = text.indexOf(pair, at + 1)) times++;
  return times;
}
