import { describe, expect, it } from 'vitest';
import { mayBeOrientation, recognise } from './recognise.js';

const project = (name: string, title: string) => ({ name, title, path: `projects/${name}` as never });
const PROJECTS = [
  project('tidewater', 'Tidewater'),
  project('halle-verte', 'La Halle Verte'),
  project('compta-2025', 'Comptabilité 2025'),
  project('atlas-sonore', 'Atlas sonore'),
];
const read = (question: string) => {
  const found = recognise(question, PROJECTS, '2025-07-12');
  // Else it would never be asked.
  if (found !== null) expect(mayBeOrientation(question, '2025-07-12'), question).toBe(true);
  return found === null ? null : [found.kind, found.project?.name ?? null, found.spans !== null];
};

describe('an orientation question', () => {
  it.each([
    ['tâches de la semaine', 'tasks'],
    ['Quelles sont les tâches du mois ?', 'tasks'],
    ['tasks of the day', 'tasks'],
    ["Que dois-je faire d'ici la fin de la semaine ?", 'tasks'],
    ['What is due by the end of the month?', 'tasks'],
    ['décisions de la semaine', 'period'],
  ])('of a time that is now: %s, %s', (question, kind) => expect(read(question)).toEqual([kind, null, true]));

  it('is not what names a day of any week', () => expect(read('Quel jour de la semaine ?')).toBe(null));

  it.each([
    ['Where were we on Tidewater?', 'state', 'tidewater'],
    ['where are we with tidewater', 'state', 'tidewater'],
    ['Where did we leave off with Tidewater?', 'state', 'tidewater'],
    ["What's the status of Tidewater?", 'state', 'tidewater'],
    ['How is the Tidewater project going?', 'state', 'tidewater'],
    ['Can you bring me up to speed on tidewatr?', 'state', 'tidewater'],
    ['Catch me up on the Halle Verte', 'state', 'halle-verte'],
    ['Summarize the current state of Tidewater please', 'state', 'tidewater'],
    ['Où en est-on de la Halle Verte ?', 'state', 'halle-verte'],
    ['où en sommes-nous sur halle-verte', 'state', 'halle-verte'],
    ['Où en est la Halle Verte ?', 'state', 'halle-verte'],
    ['On en est où sur la compta ?', 'state', 'compta-2025'],
    ["Quel est l'état d'avancement de l'atlas sonore ?", 'state', 'atlas-sonore'],
    ['Fais le point sur Tidewater', 'state', 'tidewater'],
    ['Rappelle-moi où on en était sur Tidewater', 'state', 'tidewater'],
    ['Where were we?', 'state', null],
    ['Where did we leave off?', 'state', null],
    ['Catch me up', 'state', null],
    ['Où en est-on ?', 'state', null],
    ['On en était où ?', 'state', null],
    ['What should I do next?', 'tasks', null],
    ["What's next?", 'tasks', null],
    ['What do I have to do?', 'tasks', null],
    ['What are my open tasks?', 'tasks', null],
    ["What's next on Tidewater?", 'tasks', 'tidewater'],
    ['Que dois-je faire ?', 'tasks', null],
    ['Que dois-je faire ensuite ?', 'tasks', null],
    ["Qu'est-ce que je dois faire maintenant ?", 'tasks', null],
    ['Quelles sont mes tâches urgentes ?', 'tasks', null],
    ["Qu'est-ce qu'il reste à faire sur la Halle Verte ?", 'tasks', 'halle-verte'],
    ['Quelles sont les prochaines échéances ?', 'tasks', null],
    ['Which projects do I have?', 'projects', null],
    ['What projects am I working on?', 'projects', null],
    ['List my projects', 'projects', null],
    ['What am I working on?', 'projects', null],
    ['Quels sont mes projets en cours ?', 'projects', null],
    ['Sur quoi je travaille ?', 'projects', null],
    ['What are my preferences?', 'profile', null],
    ['What do you know about me?', 'profile', null],
    ['Quelles sont mes préférences ?', 'profile', null],
    ['Que sais-tu de moi ?', 'profile', null],
    ['What is new?', 'recent', null],
    ['Quoi de neuf ?', 'recent', null],
    ['What changed recently on Tidewater?', 'recent', 'tidewater'],
    ['Tidewater', 'about', 'tidewater'],
    ['What is Tidewater?', 'about', 'tidewater'],
    ["C'est quoi l'atlas sonore ?", 'about', 'atlas-sonore'],
  ])('%s', (question, kind, name) => expect(read(question)).toEqual([kind, name, false]));

  it.each([
    ['What did we do yesterday?', 'period', null],
    ['What happened last week?', 'period', null],
    ['What did we do on Tidewater since June?', 'period', 'tidewater'],
    ["Qu'est-ce qu'on a fait hier ?", 'period', null],
    ["Qu'a-t-on décidé le 22 mai ?", 'period', null],
    ['Que s’est-il passé en mars ?', 'period', null],
    ['Quelles décisions a-t-on prises en mars ?', 'period', null],
    ['March 3, 2025', 'period', null],
    ['notes du 3 mars', 'period', null],
    ['Tidewater en juin', 'period', 'tidewater'],
    ['next Tuesday', 'tasks', null],
    ['Quoi de prévu jeudi ?', 'tasks', null],
    ['Que dois-je faire jeudi ?', 'tasks', null],
    ["Qu'est-ce que j'ai jeudi ?", 'tasks', null],
    ['Qu’ai-je demain ?', 'tasks', null],
    ["What's on Thursday?", 'tasks', null],
    ['What do I have on Thursday?', 'tasks', null],
    ['Mes rendez-vous de la semaine prochaine', 'tasks', null],
    ['Mes rendez-vous de décembre', 'tasks', null],
    ['Quels sont mes rendez-vous en décembre ?', 'tasks', null],
    ['Do I have any meetings tomorrow?', 'tasks', null],
    ['Am I free on Thursday?', 'tasks', null],
    ['Suis-je libre jeudi ?', 'tasks', null],
    ['Que s’est-il passé jeudi ?', 'period', null],
    ['jeudi', 'period', null],
    ['What is due next week?', 'tasks', null],
    ['Que dois-je faire cette semaine ?', 'tasks', null],
    ['What happened in Q2 2025?', 'period', null],
    ['Qu’a-t-on décidé au printemps ?', 'period', null],
    ['What did we decide in spring?', 'period', null],
  ])('with its time: %s', (question, kind, name) => expect(read(question)).toEqual([kind, name, true]));

  it.each([
    'What should Caroline do next?',
    'What did Yann do yesterday?',
    'Where did Melanie go last week?',
    'Where is the harbour master of Tidewater?',
    'Where are the keys?',
    'Why did we drop the native app?',
    'What is the deadline of the TVA?',
    'Which projects did Tom work on in Bristol?',
    'Quel est l’état des lieux de la rue Kervégan ?',
    'Qui a appelé le 18 juin ?',
    'What is photosynthesis?',
    'What are the preferences of Priya?',
    'En quelle année Marie Curie est-elle née ?',
    'How is bread made?',
    'what new book did I buy last week',
    'Which meetings did we have on Thursday?',
    'Qui appeler jeudi ?',
    'What events has Caroline planned next week?',
    'How do I resume an interrupted download?',
  ])('is not: %s', (question) => expect(read(question)).toBeNull());
});

it('about what is to come reads a day that may be past as the next one', () => {
  const spansOf = (question: string) => recognise(question, PROJECTS, '2025-07-12')?.spans;
  expect(spansOf('Quoi de prévu jeudi ?')).toEqual([{ from: '2025-07-17', to: '2025-07-17' }]);
  expect(spansOf('What was due last week?')).toEqual([{ from: '2025-06-30', to: '2025-07-06' }]);
  expect(spansOf('Que s’est-il passé jeudi ?')).toHaveLength(2);
});

describe('another question', () => {
  it.each([
    'Why did we drop the native app?',
    'Quel est le budget de la salle de retrait ?',
    'Who answers while I am away?',
  ])('is told without the names of projects: %s', (question) => {
    expect(mayBeOrientation(question, '2025-07-12')).toBe(false);
  });
});
