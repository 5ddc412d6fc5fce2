import { describe, expect, it } from 'vitest';
import { tempVault } from '../../test/support/temp-vault.js';
import type { SearchResult } from '../search/engine.js';
import { numberLines } from '../vault/lines.js';
import { countTokens } from '../vault/tokens.js';
import { compactResults } from './compact-results.js';
import { read } from './read.js';
import { search } from './search.js';

const never = () => false;

function result(first: number, last: number, more: Partial<SearchResult> = {}): SearchResult {
  const lines = Array.from({ length: last - first + 1 }, (_, index) => `line ${first + index}`);
  return {
    path: 'vault/bucket/a.md',
    lines: `${first}-${last}`,
    match_lines: `${first}-${first}`,
    score: 0.8,
    whole_file: false,
    headings: ['Notes'],
    chunk_with_context: numberLines(lines, first),
    ...more,
  };
}

describe('results for an agent', () => {
  it('leave out what scores well below the best', () => {
    const other = (score: number) => result(1, 2, { path: `vault/${score}.md`, score });
    expect(compactResults([0.8, 0.5, 0.48, 0.47].map(other), never).map(({ score }) => score)).toEqual([
      0.8, 0.5, 0.48,
    ]);
  });

  it('join neighbours of a file, each line once', () => {
    const [joined, ...others] = compactResults(
      [
        result(5, 8, { match_lines: '6-7', headings: ['Notes', 'May'] }),
        result(20, 21, { score: 0.7 }),
        result(9, 12, { score: 0.7, match_lines: '10-10', headings: ['Notes', 'June'] }),
      ],
      never,
    );
    expect(joined).toMatchObject({
      lines: '5-12',
      match_lines: '6-7,10-10',
      headings: ['Notes'],
      score: 0.8,
    });
    expect(joined!.chunk_with_context.split('\n')).toHaveLength(8);
    expect(others.map(({ lines }) => lines)).toEqual(['20-21']);
  });

  it('fold a long chunk to its matches, with three lines around each', () => {
    const lines = Array.from({ length: 40 }, (_, index) => `line ${index + 1} ${'of many words '.repeat(4)}`);
    const long = { ...result(1, 40), match_lines: '10-11,30-30', chunk_with_context: numberLines(lines) };
    const [folded] = compactResults([long], never);
    const shown = folded!.chunk_with_context.split('\n').map((line) => line.replace(/ \|.*/, '').trim());
    expect(shown).toEqual([
      '...  (lines 1-6)',
      ...['7', '8', '9', '10', '11', '12', '13', '14'],
      '...  (lines 15-26)',
      ...['27', '28', '29', '30', '31', '32', '33'],
      '...  (lines 34-40)',
    ]);
  });

  it('stay within 2,500 tokens, the best one in any case', () => {
    const long = (path: string) =>
      result(1, 30, {
        path,
        match_lines: '1-30',
        chunk_with_context: numberLines(Array(30).fill('x'.repeat(100))),
      });
    const shown = compactResults(['a', 'b', 'c', 'd', 'e'].map(long), never);
    expect(shown).toHaveLength(3);
    expect(countTokens(JSON.stringify(shown))).toBeLessThanOrEqual(2_500);
    const huge = result(1, 1, { chunk_with_context: `1  | ${'x'.repeat(20_000)}` });
    expect(compactResults([huge, long('b')], never)).toHaveLength(1);
  });

  it('do not repeat what the run has read, unless it has changed', async () => {
    const { context, put } = tempVault({ 'bucket/a.md': 'Tomatoes in May.\n\nPotatoes in June.\n' });
    const found = async () => (await search.call({ queries: ['tomatoes'] }, context)).data.results[0]!;
    const before = await found();
    expect(before.chunk_with_context).toContain('Tomatoes in May.');
    await read.call({ paths: 'bucket/a.md' }, context);
    expect(await found()).toMatchObject({ lines: before.lines, chunk_with_context: '...  (lines 1-3)' });
    put('bucket/a.md', 'Tomatoes in July.\n\nPotatoes in June.\n');
    expect((await found()).chunk_with_context).toBe('1  | Tomatoes in July.\n...  (lines 2-3)');
  });
});
