import { describe, expect, it } from 'vitest';
import type { Spread, SpreadFolder } from '../../../search/engine.js';
import { scoreFolders } from './route-input.js';

const TODAY = '2025-07-14';

const folder = (name: string, about: Partial<SpreadFolder> = {}): SpreadFolder => ({
  name,
  chunks: 10,
  words: 100,
  days: new Map(),
  sample: { words: 100, terms: 100, distinct: 40 },
  cosine: 0,
  ...about,
});

const NOWHERE = folder('', { chunks: 0, words: 0, sample: { words: 0, terms: 0, distinct: 0 } });

/** A text of words that occur in so many chunks of each of two folders. */
const spreadOf = (counts: [number, number][], folders = [folder('a'), folder('b')]): Spread => ({
  terms: counts.map(([a, b], index) => ({
    label: `word ${index}`,
    weight: 1,
    chunks: a + b,
    elsewhere: 0,
    inFolders: [a, b],
  })),
  folders,
  elsewhere: NOWHERE,
  words: 200,
});

const scoresOf = (spread: Spread) => scoreFolders(spread, TODAY);

describe('what a text says as a whole', () => {
  const near = (cosine: number, count = 1) =>
    scoresOf(
      spreadOf(
        Array.from({ length: count }, () => [0, 0] as [number, number]),
        [folder('a', { cosine }), folder('b')],
      ),
    );
  const lead = ([a, b]: ReturnType<typeof near>) => a!.score - b!.score;

  it('is the cosine of the nearest chunk, nine times, for a text of one word', () => {
    expect(lead(near(0.5))).toBeCloseTo(4.5, 10);
  });

  it('counts less beside more words', () => {
    expect(lead(near(0.5, 8))).toBeCloseTo(2.25, 10);
  });
});

describe('a word that tells little', () => {
  it('says as little for a folder, and makes the others count no less', () => {
    const spread = spreadOf([
      [5, 1],
      [5, 1],
    ]);
    const [whole] = scoresOf(spread);
    spread.terms[1]!.weight = 0.25;
    const [part] = scoresOf(spread);
    expect(part!.perTerm[1]).toBeCloseTo(whole!.perTerm[1]! / 4, 10);
    expect(part!.evidence[1]).toBeCloseTo(whole!.evidence[1]! / 4, 10);
    expect(part!.perTerm[0]).toBe(whole!.perTerm[0]);
  });
});

describe('what a word says for a folder', () => {
  it('is how often the folder uses it, less 0.75, and what it leaves to words it has not used yet', () => {
    const [a, b] = scoresOf(spreadOf([[5, 1]]));
    const background = (6 + 0.5) / (200 * (1 + 0.5 / 4));
    const unused = (0.75 * 40) / 100;
    expect(a!.perTerm[0]).toBeCloseTo(Math.log((5 - 0.75) / 100 / background + unused), 10);
    expect(b!.perTerm[0]).toBeCloseTo(Math.log((1 - 0.75) / 100 / background + unused), 10);
  });

  it('is more for an unused one where the vocabulary grows with the text, to the power of 0.7', () => {
    const large = folder('a', { words: 800 });
    const [a] = scoresOf(spreadOf([[0, 0]], [large, folder('b')]));
    expect(a!.perTerm[0]).toBeCloseTo(Math.log((0.75 * 40 * 8 ** 0.7) / 800), 10);
  });

  it('counts 2.2 times, divided by the root of the number of words', () => {
    const counts: [number, number][] = [
      [5, 1],
      [3, 1],
      [0, 2],
      [1, 1],
    ];
    const [a, b] = scoresOf(spreadOf(counts));
    const sumOf = ({ perTerm }: { perTerm: number[] }) => perTerm.reduce((sum, value) => sum + value, 0);
    expect(a!.score - b!.score).toBeCloseTo((2.2 * (sumOf(a!) - sumOf(b!))) / 2, 10);
  });
});

describe('a folder that was busy lately', () => {
  const busy = (day: string, chunks: number) => folder('a', { days: new Map([[day, chunks]]) });
  const advantageOf = (first: SpreadFolder) => {
    const [a, b] = scoresOf(spreadOf([[1, 1]], [first, folder('b')]));
    return a!.score - b!.score;
  };

  it('is more likely, by 1.25 times the logarithm of its recent chunks', () => {
    expect(advantageOf(busy(TODAY, 4))).toBeCloseTo(1.25 * Math.log((0.1 + 4) / 0.1), 10);
  });

  it('counts a chunk of 45 days ago as half a chunk', () => {
    expect(advantageOf(busy('2025-05-30', 4))).toBeCloseTo(advantageOf(busy(TODAY, 2)), 10);
  });
});
