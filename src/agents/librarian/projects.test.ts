import { describe, expect, it } from 'vitest';
import { projectNameFrom } from './projects.js';

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
  ])('%s: %s', (text, name) => expect(projectNameFrom(text)).toBe(name));
});
