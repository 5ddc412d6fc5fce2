import { describe, expect, it } from 'vitest';
import { projectsNamed, projectsNamedIn, properNames, withoutLabel, withPlainNames } from './names.js';

const PROJECTS = ['halle-verte', 'halle', 'compta-2025', 'tidewater', 'site_web'];
const NO_NAMES = { named: [], marked: [], short: [] };

describe('the projects that a text names', () => {
  it.each([
    ['Halle Verte ouvre en septembre', 'halle-verte'],
    ["L'ouverture de la halle verte est décalée", 'halle-verte'],
    ['ouverture décalée (HALLE-VERTE)', 'halle-verte'],
    ['we ship it to Tidewater on Monday', 'tidewater'],
    ["Tidewater's charts are wrong", 'tidewater'],
    ['la compta 2025 est à jour', 'compta-2025'],
    ['le site web est en panne', 'site_web'],
    ['renouveler le domaine halleverte.fr', 'halle-verte'],
    ['le dépôt HalleVerte/api', 'halle-verte'],
  ])('%s', (text, project) => {
    expect(projectsNamedIn(text, PROJECTS)).toEqual({ named: [project], marked: [], short: [] });
  });

  it.each([
    ['ouverture décalée #halle-verte', 'halle-verte'],
    ['@tidewater the charts are wrong', 'tidewater'],
    ['Halle verte : ouverture décalée', 'halle-verte'],
    ['tidewater: the charts are wrong', 'tidewater'],
  ])('beyond doubt: %s', (text, project) => {
    expect(projectsNamedIn(text, PROJECTS).marked).toEqual([project]);
  });

  it.each(['the tidewaters of Bristol', 'une hall toute neuve', 'comptable 2025', ''])(
    'are not in: %s',
    (text) => {
      expect(projectsNamedIn(text, ['halle-verte', 'compta-2025', 'tidewater'])).toEqual(NO_NAMES);
    },
  );

  it('of one letter count only where they are marked', () => {
    expect(projectsNamedIn('x: une note', ['x'])).toEqual({ named: ['x'], marked: ['x'], short: [] });
    expect(projectsNamedIn('le rayon x', ['x'])).toEqual(NO_NAMES);
  });

  it('are short where the first word of one name stands for it', () => {
    expect(projectsNamedIn('la facture va à la compta', PROJECTS)).toEqual({
      ...NO_NAMES,
      short: [{ project: 'compta-2025', word: 'compta', isFirst: true }],
    });
    expect(projectsNamedIn('Compta : la facture est payée', PROJECTS).marked).toEqual(['compta-2025']);
    expect(projectsNamed('orbis', ['orbis-crm', 'tidewater'])).toEqual(['orbis-crm']);
  });

  it('are not short where two names hold the word, or the whole name is there', () => {
    expect(projectsNamed('orbis', ['orbis-crm', 'orbis-sante'])).toEqual([]);
    expect(projectsNamed('orbis', ['orbis-crm', 'old-orbis'])).toEqual([]);
    expect(projectsNamedIn('compta-2025, not the other', PROJECTS).short).toEqual([]);
  });

  it.each([
    ['tidewater: TODO check it', 'TODO check it'],
    ['Compta : payer la TVA', 'payer la TVA'],
    ['#halle-verte: ouverture', 'ouverture'],
    ['Tidewater et la compta-2025 : payer', 'Tidewater et la compta-2025 : payer'],
    ['Tidewater et compta-2025 : payer', 'payer'],
    ['Note: pay the invoice of tidewater', 'Note: pay the invoice of tidewater'],
    ['the tidewater export: pay it', 'the tidewater export: pay it'],
  ])('are taken off as a label: %s', (text, rest) => {
    expect(withoutLabel(text, PROJECTS)).toBe(rest);
  });

  it.each([
    ["le jeudi à l'ATELIER-lune, et l'atelier lune fermé", "le jeudi à l'Projet, et l'Projet fermé"],
    ['Fête d’été le 3, puis fete d ete', 'Projet le 3, puis Projet'],
    ['un atelier, la lune et tidewater', 'un atelier, la lune et tidewater'],
  ])('say nothing else where they are of several words: %s', (text, plain) => {
    expect(withPlainNames(text, ['atelier-lune', 'fete-d-ete', 'tidewater'])).toBe(plain);
  });

  it('may be several, in the order of the text', () => {
    expect(projectsNamedIn('the invoice for Tidewater goes to compta-2025', PROJECTS).named).toEqual([
      'tidewater',
      'compta-2025',
    ]);
  });
});

it.each([
  ['Hier on a décidé avec Marie Le Goff de garder la charpente', ['marie', 'le', 'goff']],
  ['Call Priya on Monday. Then the API, in March', ['priya']],
  ['Compta : Payer la TVA', []],
])('finds words that are written as names: %s', (text, names) => {
  expect([...properNames(text)]).toEqual(names);
});
