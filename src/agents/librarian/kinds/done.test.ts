import { describe, expect, it } from 'vitest';
import type { VaultPath } from '../../../vault/paths.js';
import { matchingTasks, type OpenTask } from './done.js';

const TASKS = [
  "Payer l'URSSAF avant le 30 novembre",
  'Send the invoice to Plotwise',
  'Réunion avec Marie à 14h',
  'Send the offer to Plotwise',
].map(
  (title): OpenTask => ({
    title,
    project: null,
    body: '',
    first: 1,
    last: 3,
    path: '/tasks.md' as VaultPath,
  }),
);

const matches = (text: string) => matchingTasks(text, TASKS).map(({ title }) => title);

describe('what a completion may mean', () => {
  it.each([
    ["C'est fait pour l'URSSAF", "Payer l'URSSAF avant le 30 novembre"],
    ['Done with the invoice', 'Send the invoice to Plotwise'],
    ['réunion terminée', 'Réunion avec Marie à 14h'],
  ])('%s: the task with its only telling word', (text, title) => {
    expect(matches(text)).toEqual([title]);
  });

  it('is asked where several tasks have that word', () => {
    expect(matches('Plotwise: done')).toHaveLength(2);
  });

  it('takes more than one word of many', () => {
    expect(matches('Finished the slides about the history of the invoice in Europe')).toEqual([]);
  });
});
