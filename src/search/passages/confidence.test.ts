import { describe, expect, it } from 'vitest';
import type { ScoredUnit } from '../engine.js';
import { parseQuery } from '../query/parse-query.js';
import { confidenceIn, verdictOf } from './confidence.js';

type PlacedUnit = ScoredUnit & { path: string; chunk: number };

function unitOf(facts: Partial<PlacedUnit>): PlacedUnit {
  const text = facts.text ?? '';
  return {
    path: 'vault/notes.md',
    chunk: 0,
    first: 1,
    last: 1,
    above: [],
    aboveText: '',
    text,
    score: 0,
    terms: [],
    termsAbove: [],
    held: 0,
    known: 0,
    sense: 0,
    words: 0,
    ...facts,
  };
}

/** What was found are these units; each word of the question counts the same. */
function foundBy(question: string, units: readonly PlacedUnit[]) {
  const { terms } = parseQuery(question);
  return {
    results: units.map((unit) => ({ path: unit.path, score: unit.chunk, units: [unit] })),
    terms: terms.map(({ label, isStopWord }) => ({ label, isStopWord, weight: 1 / terms.length })),
  };
}

/** Beside the units stand so many others that the share of each is next to nothing. */
function logOdds(question: string, ...facts: Partial<PlacedUnit>[]): number {
  const others = Array.from({ length: 400 }, () => ({ score: -1, chunk: -9, path: 'vault/others.md' }));
  const confidence = confidenceIn(question, foundBy(question, [...facts, ...others].map(unitOf)));
  return Math.log(confidence / (1 - confidence));
}

it('is stated in one of three ways', () => {
  expect([0, 0.2, 0.22, 0.49, 0.51, 1].map((confidence) => verdictOf(confidence))).toEqual([
    'nothing',
    'nothing',
    'may_answer',
    'may_answer',
    'answers',
    'answers',
  ]);
  expect([0.13, 0.15, 0.51].map((confidence) => verdictOf(confidence, { isSmall: true }))).toEqual([
    'nothing',
    'may_answer',
    'answers',
  ]);
});

describe('how likely a unit answers', () => {
  const question = 'the boiler that the plumber repaired';
  const text = 'He came for the boiler and it works.';

  const least = logOdds(question, { text, sense: 0.001 });
  const gainOf = (facts: Partial<PlacedUnit>) => logOdds(question, { text, sense: 0.001, ...facts }) - least;

  it('is low where it holds nothing of the question', () => {
    expect(least).toBeCloseTo(-3.5, 1);
  });

  it('rises with the words it holds, itself or in its headings', () => {
    expect(gainOf({ terms: ['boiler'] })).toBeCloseTo(0.5 / 3 + 0.43, 2);
    expect(gainOf({ termsAbove: ['boiler'] })).toBeCloseTo(0.5 / 3 + 0.43, 2);
  });

  it('counts four words at most', () => {
    const words = ['red', 'green', 'blue', 'pink', 'grey', 'teal'];
    const asked = words.join(' ');
    const gain =
      logOdds(asked, { text, terms: words, sense: 0.001 }) - logOdds(asked, { text, sense: 0.001 });
    expect(gain).toBeCloseTo(0.5 + 4 * 0.43, 2);
  });

  it('rises with its meaning and the score of its chunk', () => {
    expect(gainOf({ sense: 0.501 })).toBeCloseTo(0.25, 2);
    expect(gainOf({ words: 0.5 })).toBeCloseTo(0.4, 2);
    expect(gainOf({ chunk: 0.6 })).toBeCloseTo(0.9, 2);
  });

  it('rises with how far it stands out from all that was found', () => {
    // Of 401 units it has half of the chance.
    expect(gainOf({ score: Math.log(400) - 1 })).toBeCloseTo(0.7, 1);
  });

  it('rests on words alone where no model reads', () => {
    const all = { text, terms: ['boiler', 'plumber', 'repaired'] };
    expect(logOdds(question, all) - least).toBeCloseTo(0.5 + 3 * 0.43 + 0.25 + 0.8, 2);
  });

  it.each([
    ['When was the boiler repaired?', 'It was done last Monday.', 'It was done by the plumber.'],
    ['How many boilers are in the cellar?', 'There are two of them.', 'There are some of them.'],
    [
      'Quand la chaudière a-t-elle été réparée ?',
      'C’était en mars, par le plombier.',
      'C’était par le plombier.',
    ],
    ['Combien coûte la chaudière ?', 'Elle coûte 300 euros.', 'Elle est chère.'],
  ])('depends on the time or number that is asked for: %s', (asked, held, lacking) => {
    const sense = 0.2;
    expect(logOdds(asked, { text: held, sense }) - logOdds(asked, { text: lacking, sense })).toBeCloseTo(
      0.5,
      2,
    );
  });

  it('is lower where neither the path of its file nor anything found in it holds a name', () => {
    const named = 'the boiler of Caroline';
    const unit = { text, terms: ['boiler'], sense: 0.9 };
    const lacking = logOdds(named, unit);
    const beside = { text: 'Caroline came.', terms: ['caroline'], sense: 0.001 };
    const elsewhere = { ...beside, chunk: -9, path: 'vault/other.md' };
    const gain = (...facts: Partial<PlacedUnit>[]) => logOdds(named, ...facts) - lacking;
    expect(gain({ ...unit, path: 'vault/projects/caroline/notes.md' })).toBeCloseTo(1.5, 2);
    expect(gain(unit, beside)).toBeCloseTo(1.5, 2);
    expect(gain(unit, elsewhere)).toBeCloseTo(0, 2);
  });

  it('is much lower for talk between others where the user asks about themselves', () => {
    const chat = (path: string, ...names: string[]) =>
      [...names, ...names].map((name) => ({ path, text: `${name}: The boiler works.`, sense: 0.2 }));
    const others = [...chat('vault/a.md', 'Ann', 'Bob'), ...chat('vault/b.md', 'Cleo', 'Dan')];
    const own = [...chat('vault/a.md', 'Ann', 'Bob'), ...chat('vault/b.md', 'Ann', 'Dan')];
    const asked = (whose: string, units: Partial<PlacedUnit>[]) =>
      logOdds(`where is ${whose} boiler?`, ...units);
    expect(asked('the', others) - asked('my', others)).toBeCloseTo(2.2, 2);
    expect(asked('the', own) - asked('my', own)).toBeCloseTo(0, 2);
  });

  it('takes no month or weekday for a name', () => {
    const asked = (day: string) => logOdds(`which boiler works on ${day}?`, { text, sense: 0.5 });
    expect(asked('Sunday')).toBe(asked('sunday'));
    expect(asked('Caroline')).toBeLessThan(asked('caroline'));
  });

  it('is lower where the user speaks and names nobody who is asked about', () => {
    const spoken = (speaker: string, more: Partial<PlacedUnit> = {}) => ({
      text: `# 2025-07-14\n\n${speaker}: I went for a swim.`,
      sense: 0.5,
      ...more,
    });
    const loss = (asked: string, more?: Partial<PlacedUnit>) =>
      logOdds(asked, spoken('Ann', more)) - logOdds(asked, spoken('user', more));
    expect(loss('where does Caroline swim?')).toBeCloseTo(1.3, 2);
    expect(loss('where does Caroline swim?', { terms: ['caroline'] })).toBeCloseTo(0, 2);
    expect(loss('where do I swim with Caroline?')).toBeCloseTo(0, 2);
    expect(loss('where is the swim?')).toBeCloseTo(0, 2);
  });

  it('goes by meaning in the other language, less in a long text', () => {
    const french = { text: 'Le chauffagiste est venu pour la chaudière.', sense: 0.5, words: 0.4 };
    const across = (length: number) => -3.5 + 1.8 * 0.5 + 3.3 * 0.4 - 0.2 * Math.log(1 + length);
    expect(logOdds(question, french)).toBeCloseTo(across(12), 1);
    expect(logOdds('Did Caroline repair the boiler?', french)).toBeCloseTo(across(12) - 1.2, 1);
    const words =
      'rouge vert bleu rose gris brun noir blanc jaune orange violet beige turquoise mauve ocre'.split(' ');
    const long = { ...french, text: `Le chat est ${words.join(' et ')}.` };
    expect(logOdds(question, long) - logOdds(question, french)).toBeCloseTo(across(16) - across(12), 2);
  });

  it('is that of the best of the five units with the highest scores', () => {
    const weak = { text, score: 0.02, sense: 0.001 };
    const strong = { text, score: 0.01, sense: 0.501 };
    expect(logOdds(question, ...Array(4).fill(weak), strong) - least).toBeCloseTo(0.25, 1);
    expect(logOdds(question, ...Array(5).fill(weak), strong) - least).toBeCloseTo(0, 1);
    expect(logOdds(question, ...Array(7).fill(weak), { ...strong, score: 0.03 }) - least).toBeCloseTo(
      0.25,
      1,
    );
  });
});
