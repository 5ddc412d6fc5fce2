import { describe, expect, it } from 'vitest';
import { questionPattern } from './question-pattern.js';

const letter = questionPattern((letters) => `^[${letters}]$`);
const digit = questionPattern((_, digits) => `^[${digits}]$`);
const whole = questionPattern(
  (letters, digits) => `(?<![${letters}${digits}])(mai)(?![${letters}${digits}])`,
  'iu',
);

describe('a pattern for questions', () => {
  it('takes for letters and digits what Unicode does, whichever letters a text is in', () => {
    const characters = Array.from({ length: 0x2200 }, (_, code) => String.fromCharCode(code));
    expect(characters.filter(letter.test)).toEqual(characters.filter((one) => /^\p{L}$/u.test(one)));
    expect(characters.filter(digit.test)).toEqual(characters.filter((one) => /^\p{N}$/u.test(one)));
  });

  it('removes all that it finds, or the first', () => {
    const source = (letters: string) => `(?<![${letters}])(?:mai|juin)(?![${letters}]) ?`;
    expect(questionPattern(source, 'gu').removedFrom('mai et juin à “Juvinmai”')).toBe('et à “Juvinmai”');
    expect(questionPattern(source, 'gu').removedFrom('mai Ω juin')).toBe('Ω ');
    expect(questionPattern(source).removedFrom('mai juin')).toBe('juin');
  });

  it('finds whole words beside letters beyond Latin too', () => {
    expect(whole.exec('le 3 MAI ?')?.[1]).toBe('MAI');
    expect(whole.test('émail')).toBe(false);
    expect(whole.test('mai → juin')).toBe(true);
    expect(whole.test('Ωmai')).toBe(false);
  });
});
