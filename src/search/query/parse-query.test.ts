import { describe, expect, it } from 'vitest';
import { TERMS } from '../ranking/parameters.js';
import { parseQuery } from './parse-query.js';

const weightOf = (question: string, word: string) =>
  parseQuery(question).terms.find(({ label }) => label === word)?.weight;
const stemsOf = (question: string, word: string) =>
  parseQuery(question)
    .terms.find(({ label }) => label === word)!
    .keys.map(({ text }) => text);

describe('a word of a question', () => {
  it.each([
    ['counts 1', 'la livraison', 'livraison', 1],
    ['counts 0.4 where it says little', 'where is the harbour', 'where', 0.4],
    ['counts 1.4 where it is a name', 'when does Samira arrive', 'samira', 1.4],
    ['counts 1 where every word has a capital', 'When Does Samira Arrive', 'samira', 1],
    ['counts 1 where it only begins the question', 'Livraison du lundi', 'livraison', 1],
    ['counts 1.4 as the date that it is a part of', 'livré le 14/07/2024', '2024-07-14', 1.4],
    ['counts 0.5 as a part of a compound that counts itself', 'where is bufferLimit set', 'buffer', 0.5],
  ])('%s', (_, question, word, weight) => expect(weightOf(question, word)).toBe(weight));
});

describe('a verb of a question', () => {
  it.each([
    ['Quand ouvre la Halle Verte ?', 'ouvre', 'ouvertur'],
    ['Qui produit ce film ?', 'produit', 'product'],
    ['When did she die?', 'die', 'death'],
  ])('also finds the noun that is made of it: %s', (question, verb, stem) => {
    expect(stemsOf(question, verb)).toContain(stem);
  });
});

describe('a question', () => {
  it.each([
    ['En quelle année le club disparaît-il ?', 'annee'],
    ['Quelle est la date de la réunion ?', 'date'],
    ['What year did the shop open?', 'year'],
    ['Which month was he in Italy?', 'month'],
  ])('counts a time that it asks for like a word that asks: %s', (question, word) => {
    expect(weightOf(question, word)).toBe(TERMS.stopWord);
  });

  it.each([
    ["Quel client a payé l'année dernière ?", 'annee'],
    ['What happened that year?', 'year'],
    ['date de livraison', 'date'],
  ])('that names a time without asking for it is about it: %s', (question, word) => {
    expect(weightOf(question, word)).toBe(1);
  });

  it.each([
    ['à qui appartient la maison', 'appartient', 'appartiennent'],
    ['qui a défendu le projet', 'defendu', 'defendre'],
    ['quand le rapport est-il paru', 'paru', 'paraitre'],
    ['les salles conçues pour la danse', 'concues', 'concevoir'],
  ])('finds the other forms of a French verb: %s', (question, word, other) => {
    const stems = stemsOf(question, word);
    expect(stemsOf(other, other).some((stem) => stems.includes(stem))).toBe(true);
  });
});
