import type { Catalogue } from './catalogue.js';
import { escapePattern } from './escape-pattern.js';
import type { Language } from './language.js';
import { fill, type Messages } from './message.js';

/**
 * Says something to a person in their language. As a tag it takes the words of the caller; called with a sentence, it
 * says what another part of Rappel made in English, for example a finding of the health check. What no catalogue holds
 * stays as it is. Errors are values: `saidIn` says them.
 */
export interface Say {
  (words: TemplateStringsArray, ...values: Value[]): string;
  (sentence: string): string;
  /** The sentences that came as values; null in English, which comes with them. */
  messages: Messages | null;
}

type Value = string | number;

/** Loads the words of a language; English needs none. */
export async function sayIn(language: Language): Promise<Say> {
  if (language === 'en') return sayEnglish;
  const { french, messages } = await import('./french/french.js');
  return createSay(french, messages);
}

/** Says everything as the code has it. */
export const sayEnglish: Say = Object.assign(
  (words: TemplateStringsArray | string, ...values: Value[]) =>
    typeof words === 'string' ? words : words.reduce((text, part, at) => text + values[at - 1] + part),
  { messages: null },
);

export function createSay(catalogue: Catalogue, messages: Messages): Say {
  let patterns: Pattern[] | null = null;

  function translate(sentence: string): string {
    if (sentence === '') return '';
    if (Object.hasOwn(catalogue, sentence)) return catalogue[sentence]!;
    return byPattern(sentence) ?? sentence;
  }

  /** A value may be a sentence itself, as the reason of a failure is, or the name of an argument; most are names. */
  function translateValue(value: string): string {
    const isSentence =
      Object.hasOwn(catalogue, value) && (value.includes(' ') || value === value.toUpperCase());
    return isSentence ? catalogue[value]! : (byPattern(value, LEAST_WORDS) ?? value);
  }

  function byPattern(sentence: string, leastWords = 0): string | null {
    patterns ??= patternsOf(catalogue);
    for (const { pattern, words, translated } of patterns) {
      if (words < leastWords) break;
      const match = pattern.exec(sentence);
      if (match !== null) return filled(translated, match.slice(1).map(translateValue));
    }
    return null;
  }

  const filled = (template: string, values: readonly Value[]) =>
    fill(template, (at) => values[Number(at)] ?? '', messages.language);

  const say = (words: TemplateStringsArray | string, ...values: Value[]) => {
    if (typeof words === 'string') return translate(words);
    const template = words.reduce((text, part, at) => `${text}{${at - 1}}${part}`);
    const translated = catalogue[template];
    return translated === undefined ? sayEnglish(words, ...values) : filled(translated, values);
  };
  return Object.assign(say, { messages });
}

interface Pattern {
  pattern: RegExp;
  /** How many characters the template has beside its values. */
  words: number;
  translated: string;
}

/** A value that shares fewer characters with a template may be anything. */
const LEAST_WORDS = 12;

/** How to recognise the sentences of a catalogue that hold values: the more words a template has, the earlier it is tried. */
function patternsOf(catalogue: Catalogue): Pattern[] {
  return Object.entries(catalogue)
    .filter(([template]) => isRecognisable(template))
    .map(([template, translated]) => {
      const source = template.split(PLACE).map(escapePattern).join('(.*?)');
      const words = template.replaceAll(PLACE, '').length;
      return { pattern: new RegExp(`^${source}$`, 's'), words, translated };
    })
    .sort((a, b) => b.words - a.words);
}

/** By at least one word of its own. */
export function isRecognisable(template: string): boolean {
  return template.search(PLACE) !== -1 && /\p{L}{2}/u.test(template.replaceAll(PLACE, ''));
}

const PLACE = /\{\d+\}/g;
