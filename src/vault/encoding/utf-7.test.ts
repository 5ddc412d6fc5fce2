import { expect, it } from 'vitest';
import { fromUtf7 } from './utf-7.js';

it.each([
  ['Le caf+AOk- est pr+AOo-t', 'Le café est prêt'],
  ['Prix+AKA-: 5 +IKw.', 'Prix\u00a0: 5 €.'],
  ['Hi Mom +2D3eAA- 1 +- 1', 'Hi Mom 😀 1 + 1'],
  ['a + b, C++, +33 6 12', 'a + b, C++, +33 6 12'],
])('%s is %s', (text, decoded) => expect(fromUtf7(text)).toBe(decoded));
