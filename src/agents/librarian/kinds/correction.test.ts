import { describe, expect, it } from 'vitest';
import { correctionIn } from './correction.js';

describe('the values of a correction', () => {
  it.each([
    ['pas 52 000 mais 54 000 pour la halle', '52 000', '54 000'],
    ['It is not 14 July but 21 July for the demo', '14 July', '21 July'],
    ['not 1,200 but 2,100', '1,200', '2,100'],
    ['not Marie but Jean-Paul Dupont', 'Marie', 'Jean-Paul Dupont'],
    ['The fee is 6,400 €, not 6,200', '6,200', '6,400'],
    ["pardon, c'est 45 € pas 40", '40', '45'],
    ['le prélèvement tombe le 7 août, pas le 5', '5 août', '7 août'],
    ["j'ai noté quatre paniers par jour mais c'est six", 'quatre', 'six'],
    ["j'avais noté cinq images, en fait c'est six images", 'cinq images', 'six images'],
    ['I had put 40 chairs, actually it is 45 chairs', '40 chairs', '45 chairs'],
    ['My blood type is A+, not O+.', 'O+', 'A+'],
  ])('%s', (text, old, right) => {
    expect(correctionIn(text)).toEqual({ old, new: right });
  });

  it('are none in a text that only says when not', () => {
    expect(correctionIn("we said we'd do it in august not before")).toBeNull();
  });
});
