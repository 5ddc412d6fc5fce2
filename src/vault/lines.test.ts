import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hostileFile, hostileText } from '../../test/support/arbitraries.js';
import {
  block,
  lineEndOf,
  numberLines,
  parseNumbered,
  rawLines,
  shownLines,
  trimBlankLines,
  trimLineEnds,
  visibleText,
} from './lines.js';

describe('shownLines', () => {
  it('ends lines at \\n and \\r\\n only, and never shows a final line end', () => {
    expect(shownLines('a\u2028b\u0085c\vd\fe\n')).toEqual(['a\u2028b\u0085c\vd\fe']);
    expect(shownLines('\uFEFFa\r\n\r\nb')).toEqual(['a', '', 'b']);
    expect(shownLines('')).toEqual([]);
    expect(shownLines('\n')).toEqual(['']);
  });

  it('joined again is the text, but for \\r, the byte order mark and the final line end', () => {
    fc.assert(
      fc.property(hostileFile, (text) => {
        const visible = text.replace(/^\uFEFF/, '').replaceAll('\r', '');
        const lines = shownLines(text);
        expect(lines.map((line) => `${line}\n`).join('')).toBe(
          visible === '' || visible.endsWith('\n') ? visible : `${visible}\n`,
        );
        expect(visibleText(text)).toBe(visible);
      }),
    );
  });
});

describe('numberLines', () => {
  it('read, then without its numbers, is the same text', () => {
    fc.assert(
      fc.property(hostileFile, fc.integer({ min: 1, max: 2_000_000 }), (text, first) => {
        const lines = shownLines(text);
        fc.pre(lines.length > 0);
        const shown = numberLines(lines, first);
        expect(shown.split('\n').map((line) => line.replace(/^[0-9]+ +\| ?/, ''))).toEqual(lines);
        expect(parseNumbered(shown)).toEqual({ numbers: lines.map((_, index) => first + index), lines });
      }),
    );
  });

  it('is understood with the fences around it, and a trailing line end', () => {
    fc.assert(
      fc.property(hostileFile, fc.constantFrom('vault/x.md', 'vault/a`b.md'), (text, path) => {
        const lines = shownLines(text);
        fc.pre(lines.length > 0);
        expect(parseNumbered(`${block(path, numberLines(lines))}\n`)?.lines).toEqual(lines);
      }),
    );
  });

  it('puts every bar in one column, at least the fourth', () => {
    fc.assert(
      fc.property(fc.nat({ max: 120 }), fc.integer({ min: 1, max: 100_000 }), (count, first) => {
        const shown = numberLines(new Array<string>(count + 1).fill('x'), first).split('\n');
        const columns = new Set(shown.map((line) => line.indexOf('|')));
        expect([...columns]).toEqual([Math.max(2, String(first + count).length) + 1]);
      }),
    );
  });

  it('never lets content close the fence', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const inner = block('vault/x.md', numberLines(shownLines(text)))
          .split('\n')
          .slice(1, -1);
        expect(inner.every((line) => /^[0-9]/.test(line))).toBe(true);
      }),
    );
  });
});

describe('parseNumbered', () => {
  it('takes nothing for numbered where one line has another form', () => {
    for (const text of ['', 'x', '1  | a\nb', '1 | a', '1  |a', '| a', '1  | a\n10  | b', '```\n```', '```'])
      expect(parseNumbered(text), JSON.stringify(text)).toBeNull();
  });
});

describe('rawLines', () => {
  it('joined are the file, byte for byte, one for each shown line', () => {
    fc.assert(
      fc.property(hostileFile, (text) => {
        const lines = rawLines(text);
        expect(lines.map((line) => line.text + line.end).join('')).toBe(text);
        expect(lines.every((line) => !line.text.includes('\n'))).toBe(true);
        const shown = lines.map((line, index) => visibleText(index === 0 ? line.text : `x${line.text}`));
        expect(shownLines(text)).toEqual(
          shown.map((line, index) => (index === 0 ? line : line.slice(1))).slice(0, shownLines(text).length),
        );
      }),
    );
  });
});

describe('trimming', () => {
  it('takes off line ends, or blank lines, and nothing else', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        expect(trimLineEnds(text)).toBe(text.replace(/^[\r\n]+|[\r\n]+$/g, ''));
        expect(trimLineEnds(text, 'start')).toBe(text.replace(/^[\r\n]+/, ''));
        expect(trimLineEnds(text, 'end')).toBe(text.replace(/[\r\n]+$/, ''));
        const visible = visibleText(text);
        expect(trimBlankLines(visible)).toBe(
          visible.replace(/^(?:[ \t]*\n)+/, '').replace(/(?:\n[ \t]*)+$/, ''),
        );
      }),
    );
  });

  it('knows the line end of the first line', () => {
    expect([lineEndOf('a\r\nb\n'), lineEndOf('a\nb\r\n'), lineEndOf('a'), lineEndOf('\r\n')]).toEqual([
      '\r\n',
      '\n',
      '\n',
      '\r\n',
    ]);
  });
});
