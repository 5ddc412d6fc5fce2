import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hostileText, yamlLines } from '../../../test/support/arbitraries.js';
import { bodyOf, splitFrontmatter } from '../../vault/frontmatter.js';
import { stamp } from '../../vault/stamp.js';
import { contentHash, keepOriginals, sourceFieldsOf, withSourceFields } from './source-fields.js';

const fields = { kind: 'chatgpt' as const, id: 'chatgpt:abc', hash: '0123456789abcdef' };

describe('the fields that say where a file comes from', () => {
  it('are added below the keys of the file, and change nothing else', () => {
    const text = '---\ntags: [a]\nsource: https://example.org\n---\n# Title\n';
    expect(withSourceFields(text, fields)).toBe(
      '---\ntags: [a]\nsource: https://example.org\nsource_id: chatgpt:abc\nsource_hash: 0123456789abcdef\n---\n# Title\n',
    );
    expect(withSourceFields('# Title\n', fields)).toBe(
      '---\nsource: chatgpt\nsource_id: chatgpt:abc\nsource_hash: 0123456789abcdef\n---\n\n# Title\n',
    );
  });

  it('do not count as content, nor do the stamps', () => {
    const times = { created: '2025-01-01T00:00:00', updated: '2025-01-02T00:00:00' };
    const file = fc.tuple(fc.option(yamlLines), hostileText).map(([lines, body]) => {
      if (lines === null) return body;
      const yaml = lines.filter(({ stamp: isStamp }) => !isStamp).map(({ line }) => `${line}\n`);
      return `---\n${yaml.join('')}---\n${body}`;
    });
    fc.assert(
      fc.property(file, (text) => {
        const imported = stamp(
          withSourceFields(text, { ...fields, hash: contentHash(text), place: 'x' }),
          times,
        );
        expect(contentHash(imported)).toBe(contentHash(text));
        expect(bodyOf(imported).endsWith(bodyOf(text))).toBe(true);
        // Frontmatter that is no list of keys takes no more of them.
        if (!splitFrontmatter(text).yaml?.trimStart().startsWith('{'))
          expect(sourceFieldsOf(imported)).toEqual({ id: fields.id, hash: contentHash(text), place: 'x' });
      }),
    );
  });

  it('tell a changed text from the one that was imported', () => {
    const text = '# Title\n\nOne.\n';
    expect(contentHash(text.replace('One', 'Two'))).not.toBe(contentHash(text));
  });

  it('keep what a stamp would overwrite, under another name, without a change to the content', () => {
    const stamps = { created: '2025-01-01T00:00:00', updated: '2024-05-06T00:00:00', tokens: '2' };
    const text =
      '---\ncreated: 03/04/2024 # mine\nupdated: 2024-05-06\ntokens:\n- gold\n- 12\nsource: chatgpt\nsource_id: [7]\n---\nbody\n';
    const kept = keepOriginals(withSourceFields(text, { ...fields, kind: 'notes' }), stamps);
    expect(stamp(kept, stamps)).toBe(
      '---\ncreated: 2025-01-01T00:00:00\noriginal_created: 03/04/2024 # mine\nupdated: 2024-05-06T00:00:00\ntokens: 2\noriginal_tokens:\n- gold\n- 12\nsource: chatgpt\noriginal_source_id: [7]\nsource_id: chatgpt:abc\nsource_hash: 0123456789abcdef\n---\nbody\n',
    );
    expect(contentHash(stamp(kept, stamps))).toBe(contentHash(text));
    const twice = '---\ncreated: soon\noriginal_created: 1\n---\n';
    expect(keepOriginals(twice, stamps)).toBe(
      '---\noriginal_original_created: soon\noriginal_created: 1\n---\n',
    );
  });
});
