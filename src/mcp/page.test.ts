import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { block, numberLines } from '../vault/lines.js';
import { pageOf, restOf } from './page.js';

const line = fc.oneof(
  fc.string({ maxLength: 60 }).map((text) => text.replaceAll(/[\n\r]/g, ' ')),
  fc.constantFrom('```', '~~~', '# heading', '', '```vault/other.md', 'x'.repeat(900), '😀'.repeat(300)),
);

const file = fc.record({
  name: fc.constantFrom('vault/a.md', 'vault/b c.md', 'vault/`odd`.md', 'vault/projects/x/state.md'),
  lines: fc.array(line, { maxLength: 40 }),
});

describe('a page of a long text', () => {
  it('is the whole text where that fits', () => {
    expect(pageOf('short', 0, 100)).toEqual({ text: 'short', next: null });
  });

  it('closes the block it cuts and says which lines it shows', () => {
    const full = block('vault/a.md', numberLines(['one', 'two', 'three', 'four']));
    const first = pageOf(full, 0, 40);
    expect(first.text).toBe('```vault/a.md (lines 1-2)\n1  | one\n2  | two\n```');
    const second = pageOf(full, first.next!, 400);
    expect(second).toEqual({ text: '```vault/a.md (lines 3-4)\n3  | three\n4  | four\n```', next: null });
  });

  it('does not end in a header without lines', () => {
    const full = [
      block('vault/a.md', numberLines(['a'])),
      block('vault/b.md', numberLines(['b'.repeat(90)])),
    ].join('\n\n');
    const { text, next } = pageOf(full, 0, 60);
    expect(text).toBe('```vault/a.md\n1  | a\n```');
    expect(full.slice(next!)).toMatch(/^```vault\/b\.md/);
  });

  it('refuses to start behind the end', () => {
    expect(() => pageOf('short', 9, 100)).toThrow('offset: got 9, expected less than 5');
  });

  it('together with the others shows every line once, in order, and never more than there is room for', () => {
    fc.assert(
      fc.property(fc.array(file, { maxLength: 5 }), fc.integer({ min: 120, max: 2_000 }), (files, room) => {
        const full = files.map(({ name, lines }) => block(name, numberLines(lines))).join('\n\n');
        const pages: string[] = [];
        for (let next: number | null = 0; next !== null; ) {
          const page = pageOf(full, next, room);
          expect(page.text.length).toBeLessThanOrEqual(room + 80);
          if (page.next !== null) expect(page.next).toBeGreaterThan(next);
          pages.push(page.text);
          next = page.next;
        }
        expect(contentOf(pages.join('\n'))).toBe(contentOf(full));
      }),
    );
  });

  it('leaves a rest that concat can be asked for', () => {
    const full = [
      block('vault/a.md', numberLines(['one', 'two', 'three', 'four'])),
      block('vault/b.md (lines 9-10)', numberLines(['nine', 'ten'], 9)),
      block('vault/c.md', numberLines(['c'])),
    ].join('\n\n');
    const { next } = pageOf(full, 0, 40);
    expect(restOf(full, next!)).toEqual([
      { path: 'vault/a.md', lines: '3-4' },
      { path: 'vault/b.md', lines: '9-10' },
      { path: 'vault/c.md', lines: null },
    ]);
  });
});

/** What is left without headers, fences and the marks of a cut line: the content itself, by number. */
function contentOf(text: string): string {
  const content: { number: string; text: string }[] = [];
  for (const shown of text.split('\n')) {
    const match = /^(\d+) *\|(?: (.*))?$/su.exec(shown);
    if (match === null) continue;
    const [, number, rest = ''] = match;
    const last = content.at(-1);
    if (rest.startsWith('…') && last?.number === number && last!.text.endsWith('…'))
      last!.text = last!.text.slice(0, -1) + rest.slice(1);
    else content.push({ number: number!, text: rest });
  }
  return content.map(({ number, text: rest }) => `${number}|${rest}`).join('\n');
}
