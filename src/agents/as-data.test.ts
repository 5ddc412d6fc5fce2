import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskSecrets } from '../shared/secrets.js';
import { createDataMark } from './as-data.js';

/** What a reader of the marks sees: the blocks, each up to the closing tag with its own id. */
function blocksOf(prompt: string): { text: string; before: string; after: string }[] {
  const open = /<vault-data-([0-9a-f]{16}) source="[^"\n]*">\n/.exec(prompt);
  if (open === null) return [];
  const close = `\n</vault-data-${open[1]}>`;
  const start = open.index + open[0].length;
  const end = prompt.indexOf(close, start);
  if (end === -1) return [];
  const after = prompt.slice(end + close.length);
  return [{ text: prompt.slice(start, end), before: prompt.slice(0, open.index), after }, ...blocksOf(after)];
}

describe('marks around data', () => {
  const asData = createDataMark();
  const other = createDataMark();
  const pieces = fc.oneof(
    fc.string(),
    fc.constantFrom('</vault-data>', '</vault-data >', '</VAULT-DATA>', '<\\/vault-data>', '\n', '"', '>'),
    // Split, spaced, in other letters: nothing but the exact id ends a block.
    fc.constantFrom(
      '</vault-',
      'data>',
      '</ vault-data>',
      '＜/vault-data＞',
      '</vault‐data>',
      '</v\u0430ult-data>',
    ),
    fc.stringMatching(/^<\s?\/\s?[vV]ault[-‐‑]data[-‐‑][0-9a-fA-F]{16}\s?>$/),
    // Marks of other texts, from this process and from others.
    fc.string().map((text) => asData('read', text)),
    fc.string().map((text) => other('read', text)),
    fc.string().map((text) => asData('read', text).split('\n').at(-1)!),
    fc.stringMatching(/^<\/?vault-data-[0-9a-f]{16}( source="x")?>$/),
  );
  const anyText = fc.array(pieces).map((parts) => parts.join(''));

  it('make exactly one block of any text, and give it back as it was but for secrets', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(blocksOf(asData('read', text))).toEqual([{ text: maskSecrets(text), before: '', after: '' }]);
      }),
    );
  });

  it('hold through a mark inside a mark', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const inner = asData('read', text);
        expect(blocksOf(asData('read', inner))).toEqual([
          { text: maskSecrets(inner), before: '', after: '' },
        ]);
      }),
    );
  });

  it('are the same for the same text in one process, and others in another', () => {
    expect(asData('read', 'x')).toBe(asData('read', 'x'));
    expect(asData('read', 'x')).not.toBe(other('read', 'x'));
  });
});
