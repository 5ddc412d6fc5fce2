import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shownLines } from '../../../vault/lines.js';
import { parseQuery } from '../../query/parse-query.js';
import { spellingsOf } from './qmd-answer.js';
import { readableText } from './sync.js';

const spell = (text: string) => spellingsOf(parseQuery(text), (terms) => terms.map(() => 1));

describe('what QMD is asked for', () => {
  it.each([
    ['une livraison bloquée', [['livraison'], ['bloqu']]],
    ['coeur', [['coeur', 'cœur']]],
  ])('%s', (text, expected) => {
    for (const spellings of expected) expect(spell(text)).toContainEqual(spellings);
  });

  it('a date in every way of writing it', () => {
    expect(spell('14/07/2024')).toContainEqual([
      '2024-07-14',
      '"14 07 2024"',
      '"14 juillet 2024"',
      '"14 july 2024"',
      '"july 14 2024"',
    ]);
  });

  it('a short word as it is, a longer one as the start of others', () => {
    expect(spell('TVA')).toEqual([['"tva"']]);
    expect(spell('port')).toEqual([['port']]);
  });

  it('at most four forms of an irregular verb', () => {
    expect(Math.max(...['went', 'vécu', 'paru'].map((word) => spell(word)[0]!.length))).toBe(4);
  });

  it('not a span of days, but the words that name it', () => {
    const words = spellingsOf(parseQuery('port in June', '2025-07-12'), (terms) => terms.map(() => 1));
    expect(words).toEqual([['port'], ['june']]);
  });

  it('at most twelve words, the rarest', () => {
    const letters = 'abcdefghijklmnop'.split('').map((letter) => `${letter}zebra${letter}`);
    const words = spellingsOf(parseQuery(letters.join(' ')), (terms) => terms.map((_, index) => 100 - index));
    expect(words).toHaveLength(12);
    expect(words.flat().join(' ')).toContain('pzebra');
    expect(words.flat().join(' ')).not.toContain('azebra');
  });
});

describe('what QMD reads of a file', () => {
  it('leaves the stamps out and keeps every other line where it is', () => {
    const text =
      '---\r\ncreated: 2025-07-01T09:00:00\r\ntags: [garden]\r\ntokens: 9\r\n---\r\n\r\ntokens: 3\r\n';
    expect(readableText(text)).toBe('---\r\n\r\ntags: [garden]\r\n\r\n---\r\n\r\ntokens: 3\r\n');
  });

  it('has as many lines as the file, whatever it is', () => {
    const line = fc.constantFrom(
      '---',
      'created: x',
      'tokens:',
      ' updated: y',
      '',
      'text',
      '# H',
      '\ufeff---',
    );
    fc.assert(
      fc.property(fc.array(line), fc.constantFrom('\n', '\r\n'), (lines, end) => {
        const text = lines.join(end);
        expect(shownLines(readableText(text))).toHaveLength(shownLines(text).length);
      }),
    );
  });
});
