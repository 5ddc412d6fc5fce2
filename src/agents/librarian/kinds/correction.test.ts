import { describe, expect, it } from 'vitest';
import { correctionIn } from './correction.js';

describe('the values of a correction', () => {
  it.each([
    ['pas 52 000 mais 54 000 pour la halle', '52 000', '54 000'],
    ['It is not 14 July but 21 July for the demo', '14 July', '21 July'],
    ['not 1,200 but 2,100', '1,200', '2,100'],
    ['not Marie but Jean-Paul Dupont', 'Marie', 'Jean-Paul Dupont'],
    ['The fee is 6,400 €, not 6,200', '6,200', '6,400'],
  ])('%s', (text, old, right) => {
    expect(correctionIn(text)).toEqual({ old, new: right });
  });
});
