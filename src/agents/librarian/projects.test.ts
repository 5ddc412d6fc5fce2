import { describe, expect, it } from 'vitest';
import { announcedProject, projectNameFrom } from './projects.js';

describe('the name of a new project', () => {
  it.each([
    ['Halle Verte : Odile veut le prix au kilo', 'halle-verte'],
    ['Note: the dentist wants a website', 'dentist-website'],
    ['so guess what, my dentist asked me to redo his website', 'dentist-website'],
    ['Bug : le bouton du formulaire ne marche pas', 'bouton-formulaire'],
    ['we could do something for Lighthouse', 'lighthouse'],
    ['Marie préfère les réunions le mardi matin', null],
    ['Lire le dernier livre', null],
    ['it works again', null],
    ["J'ai changé d'avis : finalement l'antenne Taoglas", 'avis-antenne'],
    ['Nouveau projet : refaire la cuisine et la salle de bain de la maison', 'cuisine-salle'],
  ])('%s: %s', (text, name) => expect(projectNameFrom(text)).toBe(name));
});

describe('a project that a text announces', () => {
  it.each([
    ['Nouveau projet : Potager partagé, avec Léa et Karim, on commence en mars', 'potager-partage'],
    ['New project: Lighthouse', 'lighthouse'],
    ['nouveau projet : site web (pour Odile)', 'site-web'],
    ['Nouveau projet : refaire la cuisine et la salle de bain de la maison', null],
    ['Nouveau projet Étoile du Nord : refonte du site', 'etoile-du-nord'],
    ['nouveau projet « Halle verte de la gare de Lyon » pour Odile', 'halle-verte-de-la-gare-de-lyon'],
    ['On lance un nouveau projet, Halle Verte. Odile paie.', 'halle-verte'],
    ["J'ai un nouveau projet : Halle Verte", 'halle-verte'],
    ["We're starting a new project called lighthouse", 'lighthouse'],
    ['Nouveau projet Marie veut un devis avant mardi', null],
    ['nouveau projet pour Marie : un site', null],
    ['I have a new project for you', null],
    ['The new project: Lighthouse', null],
    ['Nouveau projet à lancer en mars', null],
  ])('%s: %s', (text, name) => expect(announcedProject(text)).toBe(name));
});
