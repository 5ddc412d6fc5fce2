import { describe, expect, it } from 'vitest';
import { announcedProject } from './marks.js';
import { nameOf, slugOf, suggestedName } from './projects.js';

describe('a project that a text announces', () => {
  it.each([
    ['Nouveau projet : podcast Les Mains dans le Code', 'podcast-les-mains-dans-le-code'],
    ['Nouveau projet : Potager partagé, avec Léa et Karim, on commence en mars', 'potager-partage'],
    ["J'ai un nouveau projet : Halle Verte", 'halle-verte'],
    [
      'nouveau projet : refonte du site de la boulangerie Lemaire, livraison fin janvier',
      'refonte-du-site-de-la-boulangerie-lemaire',
    ],
    ['New project: Lighthouse', 'lighthouse'],
    ["We're starting a new project called lighthouse", 'lighthouse'],
    ['On lance un nouveau projet, Halle Verte. Odile paie.', 'halle-verte'],
    ['nouveau projet : site web (pour Odile)', 'site-web'],
    ['Nouveau projet Étoile du Nord : refonte du site', 'etoile-du-nord'],
    ['nouveau projet « Halle verte de la gare de Lyon » pour Odile', 'halle-verte-de-la-gare-de-lyon'],
    ['I have a new project for you', null],
    ['The new project: Lighthouse', null],
    ['Nouveau projet Marie veut un devis avant mardi', null],
    ['Nouveau projet à lancer en mars', null],
    ['nouveau projet pour Marie : un site', null],
    ['Nouveau projet : refaire la cuisine et la salle de bain de la maison', null],
  ])('%s: %s', (text, name) => {
    expect(announcedProject(text)).toBe(name);
  });
});

it.each([
  ['Halle Verte : Odile veut le prix au kilo', 'halle-verte'],
  ['we could do something for Étoile du Nord, say a « Carnet de bord »', 'carnet-de-bord'],
  ['we could do something with Marie Le Goff', 'marie-le-goff'],
  ['it works again', null],
])('a text may offer a name for a project: %s, %s', (text, name) => {
  expect(suggestedName(text)).toBe(name);
});

it('names folders and files in plain letters', () => {
  expect(slugOf("Pourquoi l'API externe est abandonnée")).toBe('api-externe-abandonnee');
  expect(nameOf('Refonte du site : Élan')).toBe('refonte-du-site-elan');
});
