import { describe, expect, it } from 'vitest';
import type { ChunkRow } from '../index/chunk-rows.js';
import { parseQuery, type Query } from '../query/parse-query.js';
import { type FoundChunk, scoreUnits } from './score-units.js';
import { createTermFinder } from './term-finder.js';

interface Given {
  path?: string;
  score?: number;
  readings?: Record<string, { sense: number; words: number }>;
}

/** The chunk of a whole file; a reading for each text that holds the given word. */
function chunk(
  question: string,
  text: string,
  { path = 'bucket/a.md', score = 0.5, readings = {} }: Given = {},
) {
  const lines = text.split('\n');
  const query = parseQuery(question);
  const row = { path, first: 1, last: lines.length } as ChunkRow;
  const found: FoundChunk = {
    row,
    score,
    query,
    weights: query.terms.map(() => 1),
    lines,
    reader: (passages) =>
      passages.map(({ text: own }) => {
        const word = Object.keys(readings).find((key) => own.includes(key));
        return word === undefined ? { sense: 0, words: 0 } : readings[word]!;
      }),
  };
  return found;
}

const finderOf = ({ terms }: Query) => createTermFinder(terms);

const score = (...given: Parameters<typeof chunk>) => scoreUnits([chunk(...given)], finderOf)[0]!;

/** How much the score of the second of two units is above that of the first, to a hundredth. */
const gain = ([first, second]: { score: number }[]) => Math.round(100 * (second!.score - first!.score)) / 100;

describe('the score of a unit', () => {
  it('counts the share of the question that it holds, itself and with the headings above it', () => {
    const long = 'x '.repeat(300);
    const [, plain, own] = score('red green', `# Red\n\n${long}\n\nnothing\n\ngreen`);
    expect(own).toMatchObject({ terms: ['green'], termsAbove: ['red'], held: 0.5, known: 1, above: [1] });
    expect(gain([plain!, own!])).toBe(0.5 * 1.5 + 0.5 * 2);
  });

  it('counts what the question holds to which a turn replies, beyond what it holds itself', () => {
    const asked = 'Ann: Is the boat red?';
    expect(gain(score('red', `${asked}\n\nBob: It is.\n\nBob: Or so.`).slice(1).reverse())).toBe(4);
    expect(
      gain(score('red boat', `${asked}\n\nBob: The boat is.\n\nBob: The boat.`).slice(1).reverse()),
    ).toBe(2);
    expect(gain(score('red', `The red boat.\n\nBob: It is.\n\nBob: Or so.`).slice(1).reverse())).toBe(0);
    const long = 'x '.repeat(300);
    const apart = score('red', `# A\n\n${long}\n\n${asked}\n\n# B\n\nBob: It is.\n\n${long}`);
    expect(apart.find(({ text }) => text === 'Bob: It is.')!.score).toBe(apart[0]!.score);
  });

  it('counts the evidence for its chunk, as a ratio', () => {
    const weak = score('red', 'text', { score: 1 - Math.exp(-0.9) });
    const strong = score('red', 'text', { score: 1 - Math.exp(-1.8) });
    expect(gain([...weak, ...strong])).toBe(4);
  });

  it('counts its meaning', () => {
    expect(gain(score('red', 'aaa\n\nbbb', { readings: { bbb: { sense: 1, words: 0 } } }))).toBe(3);
    expect(gain(score('red', 'aaa\n\nbbb', { readings: { bbb: { sense: 0, words: 1 } } }))).toBe(5);
  });

  it('counts a turn of the person, or a field of the name, that is asked for', () => {
    expect(gain(score('What did Maya buy?', 'Hello Maya!\n\nMaya: Hello!'))).toBe(0.9);
    expect(gain(score('rent', 'the rent\n\n- Rent: high'))).toBe(0.9);
    expect(gain(score('the what', 'the text\n\nThe: text'))).toBe(0);
  });

  it('counts a time or a number where the question asks for one', () => {
    expect(gain(score('When did it break?', 'soon\n\nlast Tuesday, or last week'))).toBe(2);
    expect(gain(score('Quand ?', 'bientôt\n\nle 3 mars'))).toBe(2);
    expect(gain(score('How many?', 'some\n\nabout 30'))).toBe(1);
    expect(gain(score('Combien ?', 'quelques-uns\n\nune douzaine'))).toBe(1);
    expect(gain(score('Why?', 'soon\n\nin 1999'))).toBe(0);
  });

  it('counts no day that comes back every week as a time', () => {
    expect(gain(score('When?', 'soon\n\nopen Tuesday to Saturday, every Monday, on Fridays'))).toBe(0);
    expect(
      gain(score('Quand ?', 'bientôt\n\nouvert du mardi au samedi, chaque lundi, tous les vendredis')),
    ).toBe(0);
    expect(gain(score('When?', 'soon\n\nopen Tuesday to Saturday, from May'))).toBe(2);
  });

  it('counts a structured file more than raw material', () => {
    const raw = score('red', 'text');
    expect(gain([...raw, ...score('red', 'text', { path: 'projects/a/state.md' })])).toBe(0.5);
  });

  it('leaves out stamps, and what lies outside of the chunk', () => {
    const text = '---\ncreated: 2025-01-01\ntags: [a]\n---\n\none\n\ntwo';
    const found = chunk('red', text);
    expect(
      scoreUnits([{ ...found, row: { ...found.row, last: 6 } }], finderOf)[0]!.map((unit) => unit.first),
    ).toEqual([3, 6]);
  });

  it('gives those behind a chunk of enormous length none', () => {
    const counts = (text: string) =>
      scoreUnits([chunk('red', text), chunk('red', 'red')], finderOf).map(({ length }) => length);
    expect(counts('red')).toEqual([1, 1]);
    expect(counts('red '.repeat(300_000))).toEqual([1, 0]);
  });
});
