import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { wordsOf } from '../search/text/words.js';
import { guessLanguage, languageOf, questionLanguage } from './language.js';

describe('the language of an answer', () => {
  it('is that of the person for a few words, unless they are of one language', () => {
    for (const word of ['budget', 'Paul', 'deadlines']) {
      expect(questionLanguage(word, 'en')).toBe('en');
      expect(questionLanguage(word, 'fr')).toBe('fr');
    }
    for (const words of ['groupe sanguin', 'blood group', 'budget Tidewater Nantes']) {
      expect(questionLanguage(words, 'en')).toBe('en');
      expect(questionLanguage(words, 'fr')).toBe('fr');
    }
    expect(questionLanguage('échéance', 'en')).toBe('fr');
    expect(questionLanguage('quel budget', 'en')).toBe('fr');
    expect(questionLanguage('which budget', 'fr')).toBe('en');
  });
});

describe('the language of a note', () => {
  it.each([
    ['The supplier delivers in June', 'en'],
    ['Call Marie', 'en'],
    ['Buy milk', 'en'],
    ['Dentist Friday 3pm', 'en'],
    ['Password reset needed', 'en'],
    ['Le prestataire livre en juin', 'fr'],
    ['Appeler Marie', 'fr'],
    ['Payer loyer', 'fr'],
    ['Dentiste vendredi 15h', 'fr'],
    ['Envoyer facture Tidewater', 'fr'],
  ] as const)('%s is not that of the locale', (text, language) => {
    expect(languageOf(text, 'en')).toBe(language);
    expect(languageOf(text, 'fr')).toBe(language);
  });

  it('is that of the user where the text shows none', () => {
    expect(languageOf('🎉 12', 'en')).toBe('en');
    expect(languageOf('🎉 12', 'fr')).toBe('fr');
  });

  it('is guessed from three words without any small word or accent', () => {
    const file = join(import.meta.dirname, '../../eval/cross-language/corpus.jsonl');
    const notes = readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const cases = notes.flatMap(({ _id, text }: { _id: string; text: string }) => {
      const words = wordsOf(text).filter(({ stops, accented }) => !stops.fr && !stops.en && !accented);
      const folded = words.map((word) => word.folded).filter((word) => /^[a-z]{2,}$/.test(word));
      return Array.from({ length: Math.floor(folded.length / 3) }, (_, at) => ({
        language: _id.slice(0, 2),
        words: folded.slice(3 * at, 3 * at + 3),
      }));
    });
    const right = cases.filter(({ language, words }) => guessLanguage(words) === language).length;
    expect(cases.length).toBeGreaterThan(400);
    expect(right / cases.length).toBeGreaterThan(0.84);
  });
});
