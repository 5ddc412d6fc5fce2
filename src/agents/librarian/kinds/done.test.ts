import { describe, expect, it } from 'vitest';
import { createStaticEmbedder } from '../../../search/models/static/static-embedder.js';
import type { VaultPath } from '../../../vault/paths.js';
import type { Task } from '../../../vault/tasks.js';
import { closedTasks } from './closed-tasks.js';
import { isCompletion, matchingTasks } from './done.js';

const TASKS = [
  "Payer l'URSSAF avant le 30 novembre",
  'Send the invoice to Plotwise',
  'Réunion avec Marie à 14h',
  'Send the offer to Plotwise',
].map(
  (title): Task => ({
    title,
    state: 'open',
    priority: 1,
    due: null,
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

  it.each([
    ["J'ai appelé le plombier", 'Rappeler le plombier'],
    ["J'ai rappelé le plombier", 'Appeler le plombier'],
    ['Mail envoyé à Durand', 'Renvoyer le mail à Durand'],
  ])('%s: the task whose verb says to do it again, or for the first time', (text, title) => {
    expect(matchingTasks(text, [{ ...TASKS[0]!, title }]).map((task) => task.title)).toEqual([title]);
  });

  it('is asked where several tasks have that word', () => {
    expect(matches('Plotwise: done')).toHaveLength(2);
  });

  it('is none where only the name of a project is shared with it', () => {
    const tasks = [{ ...TASKS[0]!, project: 'orbis-sante', title: 'Relancer Orbis par lettre' }];
    expect(matchingTasks('Orbis : le contact est Paul Meyer', tasks)).toEqual([]);
    expect(matchingTasks('Orbis : relance envoyée par lettre', tasks)).toEqual(tasks);
    const long = [...tasks, { ...TASKS[0]!, title: 'Relancer Orbis Santé par lettre' }];
    expect(matchingTasks("Orbis Santé n'est plus bloqué, l'avenant est signé", long)).toEqual([]);
    expect(isCompletion('Le contact est désormais Paul Meyer')).toBe(false);
    expect(isCompletion('Le devis est désormais signé')).toBe(true);
  });

  it('is none where only what comes before the colon is shared with it', () => {
    const tasks = [{ ...TASKS[0]!, title: 'Projet Halle Verte : ouverture au public, budget 48 000 €' }];
    expect(matchingTasks("Halle Verte : l'architecte est nommé, Claire Morvan", tasks)).toEqual([]);
    expect(matchingTasks("Halle Verte : l'ouverture au public est faite", tasks)).toEqual(tasks);
  });

  it('is none where a word only looks like a participle', () => {
    expect(isCompletion("L'architecte est Claire Morvan")).toBe(false);
    expect(isCompletion('La porte de la salle est rouge')).toBe(false);
    expect(isCompletion('Le devis est signé')).toBe(true);
    expect(isCompletion('Le devis est signe')).toBe(true);
    expect(isCompletion('Les plans ont été livrés')).toBe(true);
  });

  it.each([
    "L'ouverture est repoussée au 3 avril 2026",
    'The opening is moved to Friday',
    'Réunion avec Marie décalée à mardi prochain',
    'The opening was postponed from Tuesday to Wednesday',
  ])('is none where a day is moved: %s', (text) => {
    expect(isCompletion(text)).toBe(false);
  });

  it.each(['I moved the boxes to the attic on Friday', 'Le devis est envoyé à Paul depuis mardi'])(
    'is one where something was done on a day: %s',
    (text) => {
      expect(isCompletion(text)).toBe(true);
    },
  );

  it('is none where a text puts right what was noted', () => {
    expect(isCompletion("Pour le guide j'avais noté cinq images, en fait c'est six images")).toBe(false);
    expect(isCompletion('Correction: the invoice was sent on the 3rd')).toBe(false);
    expect(isCompletion('The invoice was sent on the 3rd')).toBe(true);
  });

  it('takes more than one word of many', () => {
    expect(matches('Finished the slides about the history of the invoice in Europe')).toEqual([]);
  });
});

describe('a completion in other words', () => {
  const closes = async (text: string, titles: string[]) => {
    const tasks = titles.map((title): Task => ({ ...TASKS[0]!, title }));
    return (await closedTasks(text, tasks, createStaticEmbedder())).map(({ title }) => title);
  };

  it.each([
    ['scanned the june receipts', 'Scanner les reçus de juin'],
    ['bike is back, cargo bike revised', 'Réviser le vélo cargo'],
    ['relance envoyée aux quatre producteurs', 'Relancer les quatre producteurs sans photo'],
    ['TVA du deuxième trimestre déclarée', 'Déclarer la TVA Q2'],
  ])('%s: closes the task in the other language, or by its noun', async (text, title) => {
    expect(await closes(text, [title, 'Write the hand-over notes', 'Choose a lawyer'])).toEqual([title]);
  });

  it('closes nothing that only sounds near', async () => {
    expect(await closes('scanned the july tickets', ['Scanner les reçus de juin'])).toEqual([]);
  });
});
