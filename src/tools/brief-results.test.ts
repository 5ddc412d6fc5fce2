import { describe, expect, it } from 'vitest';
import type { SearchResult } from '../search/engine.js';
import { briefResults } from './search.js';

const result = (path: string, first: number, lines: string[], match: number): SearchResult => ({
  path,
  lines: `${first}-${first + lines.length - 2}`,
  match_lines: `${match}-${match}`,
  score: 0.5,
  whole_file: false,
  headings: [],
  chunk_with_context: lines
    .map((line, index) => `${String(first + index).padEnd(2)} |${line && ` ${line}`}`)
    .join('\n'),
});

const LINES = ['tokens: 9', '---', '# Plan', '', 'one', 'two', 'three "quoted"', 'four', '# Next'];
const numbersIn = (text: string) => [...text.matchAll(/^(\d+) +\|/gm)].map(([, number]) => Number(number));

describe('results for a model', () => {
  const results = Array.from({ length: 6 }, (_, rank) => result(`vault/${rank}.md`, 4, LINES, 10));
  const blocks = briefResults(results, () => 6).split('\n\n');

  it('are blocks without frontmatter, empty lines and the heading of the next section', () => {
    expect(blocks[0]).toBe(
      '```vault/0.md (lines 4-11; match 10-10)\n6  | # Plan\n8  | one\n9  | two\n10 | three "quoted"\n11 | four\n```',
    );
  });

  it('show less the lower they rank, and always the match under its heading', () => {
    expect(blocks.map(numbersIn)).toEqual([
      [6, 8, 9, 10, 11],
      [6, 8, 9, 10, 11],
      [6, 9, 10, 11],
      [6, 9, 10, 11],
      [6, 9, 10, 11],
      [6, 10],
    ]);
  });

  it('show or name the headings that enclose the match, so that an event keeps its day', () => {
    const day = [
      '# 2025-07-14',
      '',
      '## Call',
      'with Odile',
      '## [decision] No API',
      'CSV instead',
      'from June',
    ];
    const low = { ...result('vault/changelog.md', 7, [...day, ''], 12), headings: ['2025-07-14'] };
    const shown = briefResults([...results, low], () => 6).split('\n\n');
    expect(numbersIn(shown.at(-1)!)).toEqual([7, 11, 12]);
    const cut = {
      ...low,
      lines: '11-13',
      chunk_with_context: low.chunk_with_context.split('\n').slice(3).join('\n'),
    };
    expect(briefResults([cut], () => 6)).toContain('(lines 11-13; match 12-12; under 2025-07-14)');
  });

  it('leave out the lines around the chunk, and tell where all of its lines are known', () => {
    const inner = { ...results[0]!, lines: '8-9', match_lines: '9-9' };
    expect(numbersIn(briefResults([inner], () => 6))).toEqual([6, 8, 9]);
    const known = { ...inner, chunk_with_context: '...  (lines 6-11)' };
    expect(briefResults([known], () => 6)).toBe('```vault/0.md (lines 8-9; match 9-9; shown above)\n```');
  });

  it('say that there are none, and what waits in the inbox', () => {
    expect(briefResults([], () => 1)).toBe('No results.');
    expect(briefResults([{ ...results[0]!, waiting: true }], () => 6)).toContain('; waiting in the inbox)');
  });
});
