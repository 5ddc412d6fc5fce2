import { describe, expect, it } from 'vitest';
import { indexOf } from '../../../../test/support/search-index.js';
import { parseQuery } from '../../query/parse-query.js';
import type { QmdCatalogue } from './catalogue.js';
import { chunksOfHits, filesFor } from './qmd-answer.js';

const filler = 'Nothing of note happened there again. '.repeat(80);

/** The chunks of these files, in order, with our own scores as shares of the first one's. */
function chosen(
  question: string,
  files: Record<string, string>,
  hits: { path: string; score: number; line?: number }[],
) {
  const index = indexOf(files);
  const rows = (paths: readonly string[]) =>
    Array.from({ length: 40 }, (_, id) => index.reader.describe(id + 1)).flatMap((row) =>
      row !== null && paths.includes(row.path) ? [row] : [],
    );
  const catalogue = { index: () => index, chunksOf: rows } as unknown as QmdCatalogue;
  const found = hits.map(({ line = null, ...hit }) => ({ hash: '', line, ...hit }));
  return chunksOfHits(found, parseQuery(question), catalogue, { from: null, to: null });
}

describe('the chunks of a file that QMD has found', () => {
  it('score in proportion to QMD, at the height of our own best', () => {
    const files = { 'a.md': 'The harbour', 'b.md': 'The harbour' };
    const [first, second] = chosen('harbour', files, [
      { path: 'a.md', score: 0.02 },
      { path: 'b.md', score: 0.01 },
    ]);
    expect(second!.score / first!.score).toBeCloseTo(0.5, 10);
  });

  it('score a half where they hold none of the words', () => {
    expect(chosen('harbour', { 'a.md': 'Nothing' }, [{ path: 'a.md', score: 1 }])[0]!.score).toBe(0.5);
  });

  it('are shown beside the best one where they hold half of what it does, nine tenths of its score at most', () => {
    const sections = (second: string) => ({
      'a.md': `# One\n\nharbour master\n\n${filler}\n\n# Two\n\n${second}\n\n${filler}\n`,
    });
    const hit = [{ path: 'a.md', score: 1 }];
    const [best, further] = chosen('harbour master', sections('harbour master'), hit);
    expect(further!.score / best!.score).toBeCloseTo(0.9, 10);
    expect(chosen('harbour master', sections('harbour'), hit)).toHaveLength(2);
    expect(chosen('harbour master pier', sections('nothing'), hit)).toHaveLength(1);
  });

  it.each([
    ['where the vectors point, if words say little', 'harbour Lisbon Porto', '# Two'],
    ['where the words stand, if they say more', 'harbour Lisbon', '# One'],
  ])('are %s', (_, question, heading) => {
    const text = `# One\n\nharbour\n\n${filler}\n\n# Two\n\nother\n\n${filler}\n`;
    const [there] = chosen(question, { 'a.md': text }, [{ path: 'a.md', score: 1, line: 8 }]);
    expect(text.split('\n')[there!.row.first - 1]).toBe(heading);
  });

  it('keep three tenths where QMD found only the start of a word that goes on differently', () => {
    const files = { 'a.md': 'The harbour', 'b.md': 'The harbinger' };
    const [, doubtful] = chosen('harbour', files, [
      { path: 'a.md', score: 1 },
      { path: 'b.md', score: 1 },
    ]);
    const [first] = chosen('harbour', files, [{ path: 'a.md', score: 1 }]);
    expect(doubtful!.score / first!.score).toBeCloseTo(0.3, 10);
  });
});

describe('QMD', () => {
  it('is asked for twenty files at least', () => {
    expect([filesFor(3), filesFor(50)]).toEqual([20, 50]);
  });
});
