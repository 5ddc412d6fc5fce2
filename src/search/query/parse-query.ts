import { describeSpan, type Span } from '../../shared/calendar.js';
import { weekdayNumber } from '../../shared/calendar-words.js';
import { once } from '../../shared/once.js';
import { TERMS } from '../ranking/parameters.js';
import { dateAt, dateKeys, isMonthName, keysOfSpan, type NamedDate } from '../text/dates.js';
import { otherForms } from '../text/irregular-forms.js';
import { detectLanguage } from '../text/language.js';
import { ASKED_TIMES, ASKING_WORDS, type TextLanguage } from '../text/stop-words.js';
import { tagsOf } from '../text/tags.js';
import { isLoneCharacter } from '../text/unspaced.js';
import { askedWordsOf, type Key, keyFor, keysOf, placedWords, type Word, wordFor } from '../text/words.js';
import { type AskedTime, timesIn } from './asked-time.js';

/** One thing that is looked for: a word in all its forms, a date, a tag. */
export interface Term {
  label: string;
  /** The stems under which the index may hold it. */
  keys: Key[];
  /** 16 bits of the exact form and of the first letters; 0 where only the keys count. */
  form: number;
  start: number;
  /** Its place among the words of the question. */
  position: number;
  /** How much it counts beside its rarity. */
  weight: number;
  isStopWord: boolean;
}

/** Words that must follow each other exactly as given. */
export type Phrase = Word[];

export interface Query {
  text: string;
  language: TextLanguage | null;
  terms: Term[];
  /** In quotes: only chunks that hold them are results. */
  quoted: Phrase[];
  /** `status: en-cours`, `TVA-Q3`: chunks that hold them come first. */
  exact: Phrase[];
  /** The times it names; none where the day of the question is not known. */
  times: AskedTime[];
}

/**
 * Reads a question or a few words, asked on a day (`YYYY-MM-DD`). Never throws: every character that means nothing to us is
 * a space.
 */
export function parseQuery(input: string, askedOn: string | null = null): Query {
  const text = input.length > MAX_CHARACTERS ? input.slice(0, MAX_CHARACTERS) : input;
  const words = askedWordsOf(text).slice(0, MAX_WORDS);
  const language = detectLanguage(words);
  // Where every word has a capital, it says nothing.
  const hasNames = words.some(({ capital }) => !capital);
  const terms = new Map<string, Term>();
  words.forEach((word, position) => {
    if (terms.has(word.folded)) return;
    const term = termOf(word, position, language, isStopWord(word, words));
    // A name inside a question says more about its answer than a plain word as rare as it.
    const isNamed = hasNames && position > 0 && word.capital && !term.isStopWord;
    terms.set(word.folded, isNamed ? { ...term, weight: TERMS.name } : term);
  });
  for (const { parts } of words) {
    for (const part of parts) {
      if (terms.has(part.folded)) continue;
      const term = termOf(part, words.length, language, isStopWord(part, words));
      terms.set(part.folded, { ...term, weight: TERMS.part * term.weight });
    }
  }
  lightenAskedTimes(words, terms);
  const start = text.slice(0, MAX_CHARACTERS_WITH_DATES);
  const placed = placedWords(start);
  placed.words.forEach((_, position) => {
    const date = dateAt(placed.words, position, placed.between);
    if (date !== null) addKeys(terms, [dateKeys(date)[0]!], position, TERMS.date, labelOf(date));
  });
  const times = askedOn === null ? [] : timesIn(start, askedOn);
  for (const time of times) addTime(terms, time, words.length);
  for (const tag of tagsOf(text)) addKeys(terms, [tag], words.length, 1, `[${tag.slice(1)}]`);
  return { text, language, terms: [...terms.values()], quoted: quotedIn(text), exact: exactIn(text), times };
}

/** Whether a term is a name inside the question, spelt as in the vault. Months and weekdays have capitals too, but stand for a time. */
export function isName({ label, weight, form }: Term): boolean {
  return weight === TERMS.name && form !== 0 && !isMonthName(label) && weekdayNumber(label) === 0;
}

/** A term for a word that replaces one of the question. */
export function addVariants(term: Term, words: readonly string[]): Term {
  const keys = new Map(term.keys.map((key) => [key.text, key]));
  for (const word of words) for (const key of keysOf(wordFor(word))) keys.set(key.text, key);
  return { ...term, keys: [...keys.values()] };
}

const MAX_CHARACTERS = 20_000;
const MAX_WORDS = 256;
const MAX_CHARACTERS_WITH_DATES = 2_000;

/** A small word of one language is one only where the rest of the question is in that language: `car`, `été`, `IT`. */
function isStopWord({ stops, folded }: Word, words: readonly Word[]): boolean {
  if (stops.fr === stops.en) return stops.fr;
  const rest = detectLanguage(words.filter((other) => other.folded !== folded));
  return rest !== null && stops[rest];
}

function termOf(word: Word, position: number, language: TextLanguage | null, isStopWord: boolean): Term {
  const { folded } = word;
  const keys = new Map(keysOf(word).map((key) => [key.text, key]));
  if (!isStopWord) {
    for (const other of otherForms(folded, language)) {
      for (const key of keysOf(wordFor(other))) keys.set(key.text, key);
    }
  }
  const weight = isStopWord ? TERMS.stopWord : 1;
  const start = folded.length > TERMS.prefixLetters && !isStopWord ? word.start : 0;
  return { label: folded, keys: [...keys.values()], form: word.form, start, position, weight, isStopWord };
}

/** `En quelle année` says no more than `quand`: such a word counts like one that asks. */
function lightenAskedTimes(words: readonly Word[], terms: Map<string, Term>): void {
  let isAsked = false;
  for (const { folded } of words) {
    const term = terms.get(folded)!;
    if (ASKING_WORDS.has(folded)) isAsked = true;
    else if (!term.isStopWord) {
      if (isAsked && ASKED_TIMES.has(folded)) terms.set(folded, { ...term, weight: TERMS.stopWord });
      isAsked = false;
    }
  }
}

/** The days it may mean are one term; where that says all of it, its words count no more than stop words. */
function addTime(terms: Map<string, Term>, time: AskedTime, position: number): void {
  const { spans, words, isRelative } = time;
  const keys = spans.flatMap(keysOfSpan);
  const [span] = spans as [Span];
  if (keys.length > 0) addKeys(terms, keys, position, TERMS.date, describeSpan(span));
  if (!isRelative && span.from !== span.to) return;
  for (const word of words) {
    const term = terms.get(word);
    if (term !== undefined) terms.set(word, { ...term, weight: Math.min(term.weight, TERMS.stopWord) });
  }
}

function addKeys(
  terms: Map<string, Term>,
  texts: readonly string[],
  position: number,
  weight: number,
  label: string,
): void {
  const keys = texts.map(keyFor);
  terms.set(texts[0]!, { label, keys, form: 0, start: 0, position, weight, isStopWord: false });
}

function labelOf({ year, month, day }: NamedDate): string {
  const parts = [year, month, ...(day === null ? [] : [day])];
  return parts.map((part) => String(part).padStart(2, '0')).join('-');
}

function quotedIn(text: string): Phrase[] {
  return [...text.matchAll(QUOTED)]
    .map((match) => askedWordsOf(match[1] ?? match[2] ?? match[3]!))
    .filter(isPhrase);
}

/** A field with its value, and words joined by signs: they must match exactly. */
function exactIn(text: string): Phrase[] {
  // Most questions have none of these signs, and making such a pattern takes longer than reading the question.
  const fields = text.includes(':') ? text.matchAll(fieldPattern()) : [];
  const compounds = /[-_./]/.test(text) ? text.matchAll(compoundPattern()) : [];
  const pieces = [...fields, ...compounds].map(([piece]) => askedWordsOf(piece));
  return pieces.filter((words) => words.length > 1 && words.length <= 12);
}

/** One character of a script without spaces is exact as it is; no word of the index is that character alone. */
function isPhrase(words: Phrase): boolean {
  if (words.length === 1 && isLoneCharacter(words[0]!.raw)) return false;
  return words.length > 0 && words.length <= 40;
}

const QUOTED = /"([^"\n]{1,400})"|«([^»\n]{1,400})»|“([^”\n]{1,400})”/gu;
const fieldPattern = once(() => /[\p{L}\p{N}_]{1,40}\s?:\s?[\p{L}\p{N}][\p{L}\p{M}\p{N}_-]{0,60}/gu);
const compoundPattern = once(() => /[\p{L}\p{N}]{1,40}(?:[-_./][\p{L}\p{N}]{1,40}){1,8}/gu);
