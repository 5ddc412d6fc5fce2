import { describe, expect, it } from 'vitest';
import { timesIn } from './asked-time.js';

/** A Saturday. */
const TODAY = '2025-07-12';
const read = (text: string) =>
  timesIn(text, TODAY).map(({ spans }) =>
    spans.map(({ from, to }) => (from === to ? from : `${from}..${to}`)),
  );

describe('a time in a question', () => {
  it.each([
    ['What happened on March 3, 2024?', ['2024-03-03']],
    ['Que s’est-il passé le 3 mars 2024 ?', ['2024-03-03']],
    ['notes du 03/03/2024', ['2024-03-03']],
    ['2024-03-03', ['2024-03-03']],
    ['the 3rd of March 2024', ['2024-03-03']],
    ['Que faisait-on en mars 2024 ?', ['2024-03-01..2024-03-31']],
    ['le 1er mars', ['2025-03-01', '2026-03-01']],
    ['What did I do in March?', ['2025-03-01..2025-03-31', '2026-03-01..2026-03-31']],
    ['décisions avant juin', ['0000-01-01..2025-05-31']],
    ['what must be ready before September', ['0000-01-01..2025-08-31']],
    ['les comptes de mars', ['2025-03-01..2025-03-31', '2026-03-01..2026-03-31']],
    ['depuis mai', ['2025-05-01..2025-07-12']],
    ['after 2025-06-30', ['2025-07-01..9999-12-31']],
    ['entre mars et mai', ['2025-03-01..2025-05-31']],
    ['absent du 4 au 24 août', ['2024-08-04..2024-08-24', '2025-08-04..2025-08-24']],
    ['in 2024', ['2024-01-01..2024-12-31']],
    ['yesterday', ['2025-07-11']],
    ['avant-hier', ['2025-07-10']],
    ['what did we do last week', ['2025-06-30..2025-07-06']],
    ['cette semaine', ['2025-07-07..2025-07-13']],
    ['la semaine prochaine', ['2025-07-14..2025-07-20']],
    ['le mois dernier', ['2025-06-01..2025-06-30']],
    ['in the past month', ['2025-06-12..2025-07-12']],
    ['ces deux dernières semaines', ['2025-06-28..2025-07-12']],
    ['the last three months', ['2025-04-12..2025-07-12']],
    ['two weeks ago', ['2025-06-25..2025-07-01']],
    ['il y a trois jours', ['2025-07-08..2025-07-10']],
    ['next Tuesday', ['2025-07-15']],
    ['mardi dernier', ['2025-07-08']],
    ['ce jeudi', ['2025-07-17']],
    ['Qui appeler jeudi ?', ['2025-07-10', '2025-07-17']],
    ['the call on Thursday', ['2025-07-10', '2025-07-17']],
    ['avant jeudi', ['0000-01-01..2025-07-09']],
    ['d’ici jeudi', ['0000-01-01..2025-07-17']],
    ['d’ici fin juillet', ['0000-01-01..2025-07-31']],
    ['d’ici la fin de l’été', ['0000-01-01..2025-08-31']],
    ['jeudi 3 juillet', ['2025-07-03', '2026-07-03']],
    ['Thursday, July 3, 2025', ['2025-07-03']],
    ['last Saturday', ['2025-07-05']],
    ['since Monday', ['2025-07-07..2025-07-12']],
    ['l’an dernier', ['2024-01-01..2024-12-31']],
    ['What did we decide in spring?', ['2025-03-01..2025-05-31', '2026-03-01..2026-05-31']],
    ['Qu’a-t-on décidé au printemps 2024 ?', ['2024-03-01..2024-05-31']],
    ['l’été dernier', ['2024-06-01..2024-08-31']],
    ['last winter', ['2024-12-01..2025-02-28']],
    ['cet été', ['2025-06-01..2025-08-31']],
    ['next spring', ['2026-03-01..2026-05-31']],
    ['in the fall of 2023', ['2023-09-01..2023-11-30']],
    ['before the summer', ['0000-01-01..2025-05-31']],
    ['revenue in Q3 2024', ['2024-07-01..2024-09-30']],
    ['T2 2025', ['2025-04-01..2025-06-30']],
    ['the third quarter of 2024', ['2024-07-01..2024-09-30']],
    ['au troisième trimestre', ['2025-07-01..2025-09-30', '2026-07-01..2026-09-30']],
    ['last quarter', ['2025-04-01..2025-06-30']],
    ['le trimestre dernier', ['2025-04-01..2025-06-30']],
  ])('%s', (text, spans) => expect(read(text)).toEqual([spans]));

  it.each([
    'Maya may march to Mars with April',
    'how many days ago did I meet Tom',
    'sept notes sur la tarte d’Avril',
    'TVA Q3',
    'le chantier a été long',
    'spring cleaning',
    'a quarter of the budget',
    'F-2025-006',
    'version 2024.1 of the plan',
    'on Mondays we rest',
    'que fait Marie le jeudi',
  ])('is not in: %s', (text) => expect(read(text)).toEqual([]));

  it('says which words it took, and whether they depend on the day', () => {
    expect(timesIn('which book did I finish a week ago?', TODAY)).toMatchObject([
      { words: ['a', 'week', 'ago'], isRelative: true },
    ]);
    expect(timesIn('the launch in June', TODAY)).toMatchObject([
      { words: ['in', 'june'], isRelative: false },
    ]);
  });
});
