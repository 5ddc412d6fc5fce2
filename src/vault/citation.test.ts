import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cite, hashLines, parseReference } from './citation.js';

const LINES = ['# Tasks', '', '- buy milk', '- call Marie'];

describe('a citation', () => {
  it('names the lines and the hash of their text', () => {
    expect(cite('vault/tasks.md', LINES, [{ first: 3, last: 4 }])).toEqual({
      path: 'vault/tasks.md',
      lines: '3-4',
      ref: `vault/tasks.md:3-4@${hashLines(['- buy milk', '- call Marie'])}`,
    });
  });

  it('names every line of a whole file, and an empty file too', () => {
    expect(cite('vault/tasks.md', LINES, null)).toMatchObject({
      lines: null,
      ref: expect.stringMatching(/:1-4@[0-9a-f]{6}$/),
    });
    const { ref } = cite('vault/empty.md', [], null);
    expect(parseReference(ref)).toEqual({ path: 'vault/empty.md', ranges: [], hash: hashLines([]) });
  });

  it('is the same wherever the lines are, and another for another text', () => {
    const moved = ['new', ...LINES];
    const hashIn = (lines: string[], first: number) =>
      cite('a.md', lines, [{ first, last: first }]).ref.slice(-6);
    expect(hashIn(moved, 4)).toBe(hashIn(LINES, 3));
    expect(hashIn(moved, 5)).not.toBe(hashIn(LINES, 3));
  });

  it('is read back, whatever its path holds', () => {
    const path = fc.string({ minLength: 1 }).filter((text) => !text.includes('\n'));
    fc.assert(
      fc.property(path, fc.integer({ min: 1, max: 4 }), (name, last) => {
        const ranges = [{ first: 1, last }];
        const { ref } = cite(name, LINES, ranges);
        expect(parseReference(ref)).toMatchObject({ path: name, ranges });
      }),
    );
  });

  it('is not a place without a hash, nor lines in the wrong order', () => {
    for (const text of [
      'vault/tasks.md:3-4',
      'vault/tasks.md',
      'vault/tasks.md:4-3@3f9a2c',
      ':3-4@3f9a2c',
      '',
    ])
      expect(parseReference(text)).toBeNull();
  });
});
