import { describe, expect, it } from 'vitest';
import { makePatternsLater } from '../scripts/patterns-later.js';

const { renderChunk } = makePatternsLater();

describe('a pattern of the built program with a class of Unicode', () => {
  it('is made where it is first used, and once', () => {
    const code = String.raw`const WORD = /\p{L}+/u;
const sql = 'WORD (id)';
const all = { WORD, other: { WORD: 1 }.WORD };
return [sql, all.WORD.source, all.other, WORD === WORD, WORD.test('é')];`;
    expect(renderWhole(code)).toContain('WORD$made ??= /\\p{L}+/u');
    const run = (text: string) => new Function(text)();
    expect(run(renderWhole(code))).toEqual(['WORD (id)', '\\p{L}+', 1, true, true]);
    expect(run(renderWhole(code))).toEqual(run(code));
  });

  it('is left where it is not a constant of the file, or has no such class', () => {
    expect(renderChunk('const PLAIN = /[a-z]/;')).toBeNull();
    const inside = String.raw`function f() { const WORD = /\p{L}/u; return WORD; }`;
    expect(renderChunk(inside)).toBe(inside);
  });

  it('has a name of its own', () => {
    expect(() => renderChunk(String.raw`const WORD = /\p{L}/u; function f(WORD) { return WORD; }`)).toThrow(
      'WORD is the name of two things',
    );
  });
});

/** A `return` is no statement of a file. */
function renderWhole(code: string): string {
  return renderChunk(code.replace('return', 'result ='))!.replace('result =', 'return');
}
