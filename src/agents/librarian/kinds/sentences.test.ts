import { expect, it } from 'vitest';
import { capitalised, titleOf } from './sentences.js';

it.each([
  ['Liste de courses :\n- lait', 'Liste de courses'],
  ['Shopping list:\n- milk', 'Shopping list'],
  ['It ends here. And goes on.', 'It ends here'],
  ['And so on…', 'And so on…'],
  ['And so on...', 'And so on...'],
])('the title of %j is %s', (text, title) => expect(titleOf(text)).toBe(title));

it.each([
  ['élan retrouvé', 'Élan retrouvé'],
  ['https://example.org à lire', 'https://example.org à lire'],
])('%s begins with a capital, %s', (text, capital) => expect(capitalised(text)).toBe(capital));
