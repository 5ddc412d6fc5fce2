import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hostileFile, hostileText, lineEnd, mark, yamlLines } from '../../test/support/arbitraries.js';
import { runs } from '../../test/support/runs.js';
import { bodyOf, fieldOf, foreignFields, setFields, splitFrontmatter } from './frontmatter.js';
import { isStamped, stamp, versionOf } from './stamp.js';

const TIMES = { created: '2025-07-14T16:42:00', updated: '2025-07-14T18:30:00' };
const STAMP = /^(?:created|updated|tokens): (?:2025-07-14T\d\d:\d\d:00|\d+)$/;

/** A file with frontmatter that holds a given set of lines. */
const file = fc
  .tuple(mark, yamlLines, lineEnd, hostileText, fc.constantFrom('---', '---  ', '---\t'))
  .map(([bom, lines, end, body, fence]) => ({
    text: [bom + fence, ...lines.map(({ line }) => line.replaceAll('\n', end)), fence, body].join(end),
    foreign: lines.filter(({ stamp: stamped }) => !stamped).map(({ line }) => line.replaceAll('\n', end)),
    lines,
    body,
    end,
  }))
  .filter(({ text }) => splitFrontmatter(text).yaml !== null);

describe('splitFrontmatter', () => {
  it('gives back the whole file', () => {
    fc.assert(
      fc.property(hostileFile, (text) => {
        const { head, yaml, body } = splitFrontmatter(text);
        expect(head + body).toBe(text);
        if (yaml === null) expect(head).toBe('');
        else expect(head).toContain(yaml);
      }),
    );
  });

  it.each([
    ['prose between two rules', '---\nOnce upon a time\n---\n'],
    ['a list between two rules', '---\n- one\n---\n'],
    ['frontmatter that is never closed', '---\ntitle: x\n'],
    ['a rule that goes on', '----\ntitle: x\n---\n'],
    ['an indented fence', ' ---\ntitle: x\n---\n'],
    ['frontmatter below a line', '\n---\ntitle: x\n---\n'],
  ])('takes %s for text', (_, text) => {
    expect(splitFrontmatter(text)).toEqual({ head: '', yaml: null, body: text });
  });

  it('splits broken YAML, other line ends and a fence at the very end of the file', () => {
    expect(splitFrontmatter('---\na: "open\n: {\n---\nx').body).toBe('x');
    expect(splitFrontmatter('\uFEFF---\r\na: b\r\n---\r\nx\r\n').body).toBe('x\r\n');
    expect(splitFrontmatter('---\na: b\n---')).toEqual({ head: '---\na: b\n---', yaml: 'a: b\n', body: '' });
    expect(splitFrontmatter('---\n---\n').yaml).toBe('');
  });
});

describe('setFields', () => {
  it('keeps every foreign byte, its order, and the body', () => {
    fc.assert(
      fc.property(file, ({ text, foreign, body }) => {
        const after = stamp(text, TIMES);
        expect(splitFrontmatter(after).body).toBe(splitFrontmatter(text).body);
        expect(after.endsWith(body)).toBe(true);
        expect(after.startsWith('\uFEFF')).toBe(text.startsWith('\uFEFF'));
        let at = 0;
        for (const line of foreign) {
          at = after.indexOf(line, at);
          expect(at, JSON.stringify({ line, after })).toBeGreaterThan(-1);
          at += line.length;
        }
        expect(foreignFields(splitFrontmatter(after).yaml!)).toBe(
          foreignFields(splitFrontmatter(text).yaml!),
        );
      }),
      { numRuns: runs(500) },
    );
  });

  it('keeps the comments of the fields it writes, as comments', () => {
    expect(setFields('---\ntokens: # counted\n---\n', { tokens: '7' })).toBe(
      '---\ntokens: 7 # counted\n---\n',
    );
    expect(setFields('---\ntokens: 3 # counted\n---\n', { tokens: '7' })).toBe(
      '---\ntokens: 7 # counted\n---\n',
    );
    expect(setFields('---\ntokens:\n---\n', { tokens: '7' })).toBe('---\ntokens: 7\n---\n');
  });

  it('leaves an indented line below a complete value alone, and takes one that goes on', () => {
    expect(setFields('---\ntokens: 3\n\tbad: tab\n---\n', { tokens: '7' })).toBe(
      '---\ntokens: 7\n\tbad: tab\n---\n',
    );
    expect(setFields('---\ntokens: >-\n  3\na: b\n---\n', { tokens: '7' })).toBe(
      '---\ntokens: 7\na: b\n---\n',
    );
    expect(setFields('---\ntokens:\n  3\na: b\n---\n', { tokens: '7' })).toBe('---\ntokens: 7\na: b\n---\n');
  });

  it('done twice is done once', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          file.map(({ text }) => text),
          hostileFile,
        ),
        (text) => {
          const once = setFields(text, { ...TIMES, tokens: '42' });
          expect(setFields(once, { ...TIMES, tokens: '42' })).toBe(once);
        },
      ),
      { numRuns: runs(500) },
    );
  });

  it('can be read back wherever it could be written', () => {
    fc.assert(
      fc.property(file, ({ text }) => {
        const { yaml } = splitFrontmatter(setFields(text, { ...TIMES, tokens: '42' }));
        const found = { ...TIMES, tokens: '42' };
        for (const [key, value] of Object.entries(found)) {
          const read = fieldOf(yaml, key);
          // Nothing is added to frontmatter that is no list of keys.
          if (read !== null || fieldOf(splitFrontmatter(text).yaml, key) !== null) expect(read).toBe(value);
        }
      }),
      { numRuns: runs(500) },
    );
  });

  it('uses the line end of the file for the lines it adds', () => {
    expect(setFields('---\r\na: b\r\n---\r\nx', { tokens: '1' })).toBe(
      '---\r\ntokens: 1\r\na: b\r\n---\r\nx',
    );
    expect(setFields('x\r\ny', { tokens: '1' })).toBe('---\r\ntokens: 1\r\n---\r\n\r\nx\r\ny');
    expect(setFields('\uFEFFx', { tokens: '1' })).toBe('\uFEFF---\ntokens: 1\n---\n\nx');
  });
});

describe('stamp', () => {
  it('gives a file without frontmatter the three, in order, an empty line below, and keeps its text', () => {
    fc.assert(
      fc.property(hostileFile, (text) => {
        fc.pre(splitFrontmatter(text).yaml === null);
        const after = stamp(text, TIMES);
        const { yaml, body } = splitFrontmatter(after);
        const fields = yaml!.split(/\r?\n/).slice(0, -1);
        expect(fields.every((line) => STAMP.test(line))).toBe(true);
        expect(fields.map((line) => line.split(':')[0])).toEqual(['created', 'updated', 'tokens']);
        expect(body.replace(/^\r?\n/, '')).toBe(text.replace(/^\uFEFF/, ''));
        expect(fieldOf(yaml, 'tokens')).toBe(String(Math.ceil(bodyOf(after).length / 4)));
        expect(isStamped(after)).toBe(true);
      }),
    );
  });

  it('done twice is done once', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          file.map(({ text }) => text),
          hostileFile,
        ),
        (text) => {
          const once = stamp(text, TIMES);
          expect(stamp(once, TIMES)).toBe(once);
        },
      ),
      { numRuns: runs(500) },
    );
  });
});

describe('versionOf', () => {
  it('does not depend on stamping, nor on the values of the three fields', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          file.map(({ text }) => text),
          hostileFile,
        ),
        (text) => {
          const version = versionOf(text);
          const once = stamp(text, TIMES);
          expect(versionOf(once)).toBe(version);
          expect(versionOf(stamp(once, { created: '1999-01-01', updated: '2030-01-01' }))).toBe(version);
        },
      ),
      { numRuns: runs(500) },
    );
  });

  it('differs where the text or a foreign field does', () => {
    fc.assert(
      fc.property(file, ({ text }) => {
        expect(versionOf(`${text}x`)).not.toBe(versionOf(text));
        const open = text.indexOf('\n') + 1;
        expect(versionOf(`${text.slice(0, open)}extra: 1\n${text.slice(open)}`)).not.toBe(versionOf(text));
      }),
    );
  });
});
