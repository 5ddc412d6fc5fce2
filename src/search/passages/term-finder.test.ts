import { describe, expect, it } from 'vitest';
import { parseQuery } from '../query/parse-query.js';
import { wordsOf } from '../text/words.js';
import { createTermFinder } from './term-finder.js';

const TODAY = '2025-07-14';
const ROOTS = [
  'appli',
  'indi',
  'medi',
  'publi',
  'craft',
  'craving',
  'voy',
  'fl',
  'tr',
  'ly',
  'présent',
  'Naturel',
];
const ENDINGS =
  'e es é ée ées er ez ant ation ations cation cations quer que qué ing ying ies y ied ed s ly ness ence ences ment ments euse eux eur ité ités ational ize ized ful able ables if ive ives logie usion al aux'.split(
    ' ',
  );
const MONTHS = 'January May mai mars août December décembre Février'.split(' ');
const WORDS = [
  ...ROOTS.flatMap((root) => ENDINGS.map((ending) => root + ending)),
  ...'evidence evident évidemment dedication dedicate joyeuse joyeux stability stable only taking take chevaux cheval a as at c cs és'.split(
    ' ',
  ),
  ...'lying lie dying die tying skies sky skis does do payées payer highWaterMark water'.split(' '),
  ...MONTHS,
];

/** The same without a look at how the words begin. */
function holding(question: string): string[] {
  const keys = new Set(parseQuery(question, TODAY).terms.flatMap((term) => term.keys.map((key) => key.text)));
  return WORDS.filter((word) => wordsOf(word).some(({ fr, en }) => keys.has(fr.text) || keys.has(en.text)));
}

describe('the terms that a text holds', () => {
  it('are found by the start of their words as by all of their stems', () => {
    const others =
      'lie dying sky evident évidemment évidence dedicate joyeux joyeuse stable stability only one take taking cheval chevaux a c';
    for (const asked of [...WORDS.filter((_, at) => at % 11 === 0), ...MONTHS, ...others.split(' ')]) {
      const find = createTermFinder(parseQuery(asked, TODAY).terms);
      const found = WORDS.filter((word) => find(word, 0, word.length).size > 0);
      expect(found, asked).toEqual(holding(asked));
    }
  });

  it('hold a name only as it is written, or with an s', () => {
    const question = 'what did Tim, Gina and the Swains watch last Sunday?';
    const { terms } = parseQuery(question, TODAY);
    const find = createTermFinder(terms);
    const held = (text: string) =>
      [...find(text, 0, text.length)].map((term) => terms[term]!.label).filter((label) => label !== 'the');
    expect(held('the time for gin, watched by a swaining crowd')).toEqual(['watch']);
    expect(held('TIM and gina, with a Swain')).toEqual(['tim', 'and', 'gina', 'swains']);
    expect(held('on Sundays')).toEqual(['sunday']);
  });

  it('are those of its lines, and of tags that go over two', () => {
    const find = createTermFinder(parseQuery('budget [open question] garden', TODAY).terms);
    const text = 'The gardens.\n\nA budget [open\nquestion] and a garden.';
    const lines = text.split('\n').flatMap((line) => [...find(line, 0, line.length)]);
    const whole = find(text, 0, text.length);
    expect(whole.size).toBeGreaterThan(new Set(lines).size);
    const plain = createTermFinder(parseQuery('budget garden', TODAY).terms);
    expect([...plain(text, 0, text.length)]).toEqual([1, 0]);
    expect([...plain(text, 14, text.length)]).toEqual([0, 1]);
  });
});
