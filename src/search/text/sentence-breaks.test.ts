import { expect, test } from 'vitest';
import { ANY_SENTENCE_BREAK, SENTENCE_BREAK } from './sentence-breaks.js';

test.each([
  ['Appeler M. Dupont demain. Il veut le devis.', 2],
  ['Call Dr. Reyes and Mrs. Cole. They know.', 2],
  ['Call MM. Roux et Petit at 10 a.m. Bring the plan.', 2],
  ['Relire J.-P. Martin, cf. Annexe 2. Puis signer.', 2],
  ['Livré le 3 sept. 2026, voir p. 12, réf. FXP et tél. 02 96 00 00 00.', 1],
  ['Il en reste sept. On en commande vingt. 3 sont cassés !', 3],
  ['Il a dit « non. » Elle a dit oui… Qui croire ?! Personne.', 4],
  ['The version is 2.1 now (see no. 4). Nobody said no. Good.', 3],
])('%s has %i sentences', (text, count) => {
  const sentences = text.split(SENTENCE_BREAK);
  expect(sentences).toHaveLength(count);
  expect(sentences.join(' ')).toBe(text);
});

test('talk needs no capitals', () => {
  expect('ok on garde Caddy. sinon mr. Lee rappelle, e.g. demain'.split(ANY_SENTENCE_BREAK)).toEqual([
    'ok on garde Caddy.',
    'sinon mr. Lee rappelle, e.g. demain',
  ]);
});
