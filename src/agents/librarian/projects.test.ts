import { describe, expect, it } from 'vitest';
import { projectNameFrom } from './projects.js';

describe('the name of a new project', () => {
  it.each([
    ['Halle Verte : Odile veut le prix au kilo', 'halle-verte'],
    ['Note: the dentist wants a website', 'dentist-website'],
  ])('%s: %s', (text, name) => expect(projectNameFrom(text)).toBe(name));
});
