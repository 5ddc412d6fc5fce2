import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../test/support/runs.js';
import { fieldOf, splitFrontmatter } from './frontmatter.js';
import { yamlField, yamlValue } from './yaml-value.js';

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom('a', ' ', ':', '#', '"', "'", '\\', '\n', '\r', '-', '\u2028', '\x85') }),
);

describe('a value of frontmatter', () => {
  it('comes back as it was, on one line, whatever it holds', () => {
    fc.assert(
      fc.property(text, (value) => {
        fc.pre(value !== '');
        const file = `---\n${yamlField('key', value)}\nnext: 1\n---\nbody\n`;
        const { yaml, body } = splitFrontmatter(file);
        expect(yamlField('key', value)).not.toMatch(/[\n\r\u0085\u2028\u2029]/);
        expect(fieldOf(yaml, 'key')).toBe(value);
        expect(fieldOf(yaml, 'next')).toBe('1');
        expect(body).toBe('body\n');
      }),
      { numRuns: runs(1_000) },
    );
  });

  it('is quoted only where it must be', () => {
    const plain = ['chatgpt:67a0c0de-1', '2025-07-14T18:30:00', 'Ce qui est vrai. Nom, âge.', '12'];
    expect(plain.map(yamlValue)).toEqual(plain);
    for (const value of ['a: b', 'a #b', ' a', 'a ', 'a:', '- a', '', '{a}', '*a', 'a\nb: c', '"a"', 'a:: b'])
      expect(yamlValue(value)).toBe(JSON.stringify(value));
  });
});
