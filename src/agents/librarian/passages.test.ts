import { describe, expect, it } from 'vitest';
import { tempVault } from '../../../test/support/temp-vault.js';
import type { ScoredUnit, SearchResult } from '../../search/engine.js';
import { concat } from '../../tools/concat.js';
import { formatRanges } from '../../vault/line-ranges.js';
import { choosePassages } from './passages.js';

const unit = (first: number, text: string, score: number, above: [number, string][] = []): ScoredUnit => ({
  first,
  last: first + text.split('\n').length - 1,
  above: above.map(([line]) => line),
  text,
  aboveText: above.map(([, line]) => line).join('\n'),
  score,
  terms: [],
  termsAbove: [],
  held: 0,
  known: 0,
  sense: 0,
  words: 0,
});

const result = (path: string, units: ScoredUnit[], score = 0.8): SearchResult => ({
  path: `vault/${path}`,
  lines: '1-99',
  match_lines: '1-1',
  score,
  whole_file: false,
  headings: [],
  chunk_with_context: '',
  units,
});

const choose = (results: SearchResult[], { question = 'why', budget = 1_000 } = {}) =>
  choosePassages(results, question, budget).passages.map(
    ({ path, ranges }) => `${path.replace('vault/', '')} ${formatRanges(ranges)}`,
  );

const words = (count: number, word = 'w') => Array.from({ length: count }, (_, i) => `${word}${i}`).join(' ');

describe('the passages of an answer', () => {
  it('are the units that hold the answer, each with its headings, joined where they touch', () => {
    const day: [number, string][] = [[1, '# Day']];
    const units = [
      unit(3, words(9), 8, day),
      unit(5, words(9, 'v'), 7, day),
      unit(20, words(9, 'u'), 7, day),
    ];
    expect(choose([result('a.md', units)])).toEqual(['a.md 1-5,20-20']);
  });

  it('leave out what is unlikely beside the best, less so where the question asks for several things', () => {
    const isShown = (score: number, question = 'why') => {
      const results = [
        result('a.md', [unit(1, words(9), 20)]),
        result('b.md', [unit(1, words(9, 'u'), score)]),
      ];
      return choose(results, { question }).length === 2;
    };
    expect([isShown(15.6), isShown(15.3)]).toEqual([true, false]);
    for (const broad of ['how many walks in May', 'quels livres', 'What books has she read?'])
      expect([isShown(14, broad), isShown(13.6, broad)]).toEqual([true, false]);
  });

  it('come with the best of what is left out, and why', () => {
    const results = [
      result('a.md', [unit(1, words(9), 10), unit(3, words(9), 9)]),
      result('b.md', [unit(1, words(2_000, 'u'), 9.5)]),
      result('c.md', [unit(1, words(9, 'v'), -5)]),
      result('d.md', [unit(1, words(9, 'x'), 10)], 0.1),
    ];
    const { left } = choosePassages(results, 'why', 200);
    expect(left.map((item) => `${item.result.path.replace('vault/', '')} ${item.why}`)).toEqual([
      'b.md no_room',
      'a.md copy',
      'c.md unlikely',
      'd.md weak',
    ]);
    const many = Array.from({ length: 30 }, (_, at) =>
      result(`${at}.md`, [unit(1, words(9, `w${at}x`), -at)]),
    );
    expect(choosePassages(many, 'why', 1_000).left).toHaveLength(8);
  });

  it('ask more of a long unit than of a short one', () => {
    const others = (length: number) => result('b.md', [unit(1, words(length, 'u'), 6)]);
    const best = result('a.md', [unit(1, words(9), 10)]);
    expect(choose([best, others(9)])).toHaveLength(2);
    expect(choose([best, others(200)])).toHaveLength(1);
  });

  it('bring most for their length where not all have room', () => {
    const best = result('a.md', [unit(1, words(9), 10)]);
    const long = (score: number) => result('b.md', [unit(1, words(60, 'u'), score)]);
    const short = result('c.md', [unit(1, words(12, 'v'), 9)]);
    expect(choose([best, long(9.2), short], { budget: 85 })).toEqual(['a.md 1-1', 'c.md 1-1']);
    expect(choose([best, long(9.9), short], { budget: 85 })).toEqual(['a.md 1-1', 'b.md 1-1']);
    expect(choose([best, long(9.2), short])).toHaveLength(3);
  });

  it('come from the likeliest file first: several likely units count together', () => {
    const single = result('a.md', [unit(1, words(9), 10)]);
    const several = [unit(1, words(9, 'u'), 9.8), unit(3, words(9, 'v'), 9.8)];
    expect(choose([single, result('b.md', several)])).toEqual(['b.md 1-3', 'a.md 1-1']);
  });

  it('keep to the budget to the character, and show the best unit in any case', async () => {
    const paths = Array.from({ length: 12 }, (_, i) => `bucket/${i}.md`);
    const text = (i: number) => `# Note ${i}\n\n${words(30, `n${i}x`)}\n\nrest\n\n${words(20, `m${i}x`)}\n`;
    const vault = tempVault(Object.fromEntries(paths.map((path, i) => [path, text(i)])));
    const results = paths.map((path, i) => {
      const head: [number, string][] = [[1, `# Note ${i}`]];
      return result(path, [
        unit(3, words(30, `n${i}x`), 9, head),
        unit(5, 'rest', 0, head),
        unit(7, words(20, `m${i}x`), 9, head),
      ]);
    });
    for (const budget of [150, 400, 777]) {
      const { passages } = choosePassages(results, 'which', budget);
      const files = passages.map(({ path, ranges }) => ({ path, lines: formatRanges(ranges) }));
      const document = (await concat.call({ files }, vault.context)).text;
      expect(document.length).toBeLessThanOrEqual(4 * budget);
      expect(document.length).toBeGreaterThan(4 * budget - 600);
    }
    expect(choosePassages(results, 'which', 40).passages).toHaveLength(1);
    expect(choosePassages([result('a.md', [unit(1, words(9_000), 9)])], 'which', 100).passages).toEqual([]);
  });

  it('say a thing once: the fuller text, the structured file, the note instead of its log entry', () => {
    const said = 'The rent is 900 euros a month, heating included.';
    const short = result('changelog.md', [unit(9, `## Rent\n${said}`, 10)]);
    const long = result('bucket/lease.md', [
      unit(3, `Lease. ## Rent\n${said} The notice is three months.`, 9),
    ]);
    expect(choose([short, long])).toEqual(['bucket/lease.md 3-4']);
    const raw = result('bucket/a.md', [unit(1, said, 10)]);
    const state = result('projects/flat/state.md', [unit(1, said, 9)]);
    expect(choose([raw, state])).toEqual(['projects/flat/state.md 1-1']);
    const stub = result('changelog.md', [unit(9, '## Filed: Lease\n→ vault/bucket/b.md', 10)]);
    const note = result('bucket/b.md', [unit(1, said, 9)]);
    expect(choose([stub, note])).toEqual(['bucket/b.md 1-1']);
    expect(choose([stub])).toEqual(['changelog.md 9-10']);
    const review = result('inbox/x/review.md', [unit(8, '# Where does this go?\n\n> the code is 42', 10)]);
    const input = result('inbox/x/input.md', [unit(7, 'the code is 42', 6)]);
    expect(choose([review, input])).toEqual(['inbox/x/input.md 7-7']);
    expect(choose([review])).toEqual(['inbox/x/review.md 8-10']);
  });

  it('are none where only common words matched', () => {
    expect(choose([result('a.md', [unit(1, words(9), 10)], 0.1)])).toEqual([]);
    expect(choose([])).toEqual([]);
  });
});
