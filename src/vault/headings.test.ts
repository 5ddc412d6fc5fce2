import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findHeadings } from './headings.js';

const only = (line: string) => findHeadings([line]).map(({ level, text }) => [level, text]);

describe('findHeadings', () => {
  it.each([
    ['# One', [[1, 'One']]],
    ['## Two ##', [[2, 'Two']]],
    ['   ### Three', [[3, 'Three']]],
    ['#\tTab', [[1, 'Tab']]],
    ['#', [[1, '']]],
    ['## ', [[2, '']]],
    ['# #', [[1, '']]],
    ['# a # b', [[1, 'a # b']]],
    ['# C#', [[1, 'C#']]],
    ['# C# ##  ', [[1, 'C#']]],
    ['#tag', []],
    ['    # code', []],
    ['####### seven', []],
    ['text # no', []],
  ])('%j', (line, expected) => {
    expect(only(line)).toEqual(expected);
  });

  it('passes over code fences, and knows which line closes one', () => {
    const lines = [
      '# a',
      '```md',
      '# b',
      '~~~',
      '# c',
      '````',
      '# d',
      '~~~',
      '# e',
      '~~~ ',
      '# f',
      '```x```',
      '# g',
    ];
    expect(findHeadings(lines).map(({ text }) => text)).toEqual(['a', 'd', 'f', 'g']);
  });

  it.each([
    ['in the first line of a list item', ['- ```sh', '  # no', '  ```', '# yes']],
    ['in a numbered item', ['10. ```', '    # no', '    ```', '# yes']],
    ['in an item of an item', ['- 1. ~~~', '     # no', '     ~~~', '# yes']],
    ['left open by the end of its item', ['- ```', '  # no', '', '# yes']],
    ['closed by a longer run', ['```', '# no', '`````  ', '# yes']],
    ['not closed by a run with words', ['```', '# no', '``` x', '# no', '```', '# yes']],
    ['not closed by a run indented as code', ['```', '    ```', '# no', '```', '# yes']],
  ])('knows a fence %s', (_, lines) => {
    expect(findHeadings(lines).map(({ text }) => text)).toEqual(['yes']);
  });

  it('gives the level and text that were written', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 6 }),
        fc.stringMatching(/^[a-zé!]([a-zé!# ]*[a-zé!])?$/),
        fc.constantFrom('', ' ', '\t', ' #', '  ### '),
        (level, text, closing) => {
          expect(only(`${'#'.repeat(level)} ${text}${closing}`)).toEqual([[level, text]]);
        },
      ),
    );
  });

  it('takes no longer for a line of a million blanks', () => {
    const blanks = ' '.repeat(1_000_000);
    expect(only(`#${blanks}x${blanks}y`)).toEqual([[1, `x${blanks}y`]]);
    expect(only(`# ${'#'.repeat(1_000_000)}x`)).toHaveLength(1);
    expect(only(`# ${' #'.repeat(500_000)}x`)).toHaveLength(1);
    expect(only('-    '.repeat(200_000))).toEqual([]);
  });
});
