import { describe, expect, it } from 'vitest';
import { parseQuery } from '../query/parse-query.js';
import { judgeUnits, type PlacedUnit, verdictOf } from './confidence.js';

function unitOf(facts: Partial<PlacedUnit>): PlacedUnit {
  const text = facts.text ?? '';
  return {
    path: 'vault/notes.md',
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
    results: units.map((unit) => ({ path: unit.path, units: [unit] })),
    terms: terms.map(({ label, isStopWord }) => ({ label, isStopWord, weight: 1 / terms.length })),
  };
}

function logOdds(question: string, ...facts: Partial<PlacedUnit>[]): number {
  const units = facts.map(unitOf);
  const { confidence } = judgeUnits(question, foundBy(question, units), units)!;
  return Math.log(confidence / (1 - confidence));
}

it('is stated in one of three ways', () => {
  expect([0, 0.07, 0.09, 0.49, 0.51, 1].map(verdictOf)).toEqual([
    'nothing',
    'nothing',
    'may_answer',
    'may_answer',
    'answers',
    'answers',
  ]);
});

describe('how likely a unit answers', () => {
  const question = 'the boiler that the plumber repaired';
  const text = 'He came for the boiler and it works.';

  it('is low where it holds nothing of the question', () => {
    expect(logOdds(question, { text, sense: 0.001 })).toBeCloseTo(-5, 2);
  });

  it('rises with the words it holds, itself or in its headings', () => {
    expect(logOdds(question, { text, terms: ['boiler'], sense: 0.001 })).toBeCloseTo(-5 + 1.4 / 3 + 0.5, 2);
    expect(logOdds(question, { text, termsAbove: ['boiler'], sense: 0.001 })).toBeCloseTo(
      -5 + 1.4 / 3 + 0.5,
      2,
    );
  });

  it('counts four words at most', () => {
    const words = ['red', 'green', 'blue', 'pink', 'grey', 'teal'];
    expect(logOdds(words.join(' '), { text, terms: words, sense: 0.001 })).toBeCloseTo(-5 + 1.4 + 2, 2);
  });

  it('rises with the names it holds', () => {
    const named = 'the boiler of Caroline Smith';
    const one = logOdds(named, { text, terms: ['caroline'], sense: 0.001 });
    expect(one).toBeCloseTo(-5.2 + 1.4 / 3 + 0.1 - 0.9 / 2, 2);
  });

  it('rises with its meaning', () => {
    expect(logOdds(question, { text, sense: 0.5 })).toBeCloseTo(-5 + 0.7, 2);
    expect(logOdds(question, { text, words: 0.5 })).toBeCloseTo(-5 + 1.7, 2);
  });

  it('rests on words alone where no model reads', () => {
    const all = { text, terms: ['boiler', 'plumber', 'repaired'] };
    expect(logOdds(question, all)).toBeCloseTo(-5 + 1.4 + 1.5 + 0.7 + 3.4, 2);
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

  it('is lower for a unit that asks itself', () => {
    expect(logOdds(question, { text: 'Did he come for the boiler?', sense: 0.001 })).toBeCloseTo(-6.2, 2);
  });

  it('is lower where neither the path of its file nor anything found in it holds a name', () => {
    const named = 'the boiler of Caroline';
    const unit = { text, terms: ['boiler'], sense: 0.9 };
    const lacking = logOdds(named, unit);
    const beside = { text: 'Caroline came.', terms: ['caroline'], sense: 0.001 };
    const elsewhere = { ...beside, path: 'vault/other.md' };
    const gain = (...facts: Partial<PlacedUnit>[]) => logOdds(named, ...facts) - lacking;
    expect(gain({ ...unit, path: 'vault/projects/caroline/notes.md' })).toBeCloseTo(0.9, 2);
    expect(gain(unit, beside)).toBeCloseTo(0.9, 2);
    expect(gain(unit, elsewhere)).toBeCloseTo(0, 2);
  });

  it('is much lower for talk between others where the user asks about themselves', () => {
    const chat = (path: string, ...names: string[]) =>
      [...names, ...names].map((name) => ({ path, text: `${name}: The boiler works.`, sense: 0.2 }));
    const others = [...chat('vault/a.md', 'Ann', 'Bob'), ...chat('vault/b.md', 'Cleo', 'Dan')];
    const own = [...chat('vault/a.md', 'Ann', 'Bob'), ...chat('vault/b.md', 'Ann', 'Dan')];
    const asked = (whose: string, units: Partial<PlacedUnit>[]) =>
      logOdds(`where is ${whose} boiler?`, ...units);
    expect(asked('the', others) - asked('my', others)).toBeCloseTo(4, 2);
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
    expect(loss('where does Caroline swim?')).toBeCloseTo(1, 2);
    expect(loss('where does Caroline swim?', { terms: ['caroline'] })).toBeCloseTo(0, 2);
    expect(loss('where do I swim with Caroline?')).toBeCloseTo(0, 2);
    expect(loss('where is the swim?')).toBeCloseTo(0, 2);
  });

  it('goes by meaning and names in the other language', () => {
    const french = { text: 'Le chauffagiste est venu pour la chaudière.', sense: 0.5, words: 0.4 };
    const length = 2.5 * Math.log(1 + 12);
    expect(logOdds(question, french)).toBeCloseTo(-1.3 + 2 + 6.5 - length, 2);
    const asking = { ...french, text: 'Est-ce que le chauffagiste est venu pour la chaudière ?' };
    expect(logOdds(question, asking)).toBeCloseTo(-1.3 + 2 + 6.5 - length - 3, 2);
    const named = logOdds('Did Caroline repair the boiler?', french);
    expect(named).toBeCloseTo(-1.3 + 6.5 - length - 1, 2);
    const numbered = logOdds('was the boiler of 2019 repaired in 3 days?', french);
    expect(numbered).toBeCloseTo(-1.3 + 6.5 - length, 2);
  });

  it('falls with the length of a text in the other language', () => {
    const words =
      'rouge vert bleu rose gris brun noir blanc jaune orange violet beige turquoise mauve ocre'.split(' ');
    const long = { text: `Le chat est ${words.join(' et ')}.`, sense: 0.5 };
    const length = 2.5 * Math.log(1 + 16);
    expect(logOdds(question, long)).toBeCloseTo(-1.3 + 2 + 6.5 - length, 2);
  });

  it('is that of the best of the five units with the highest scores', () => {
    const weak = { text, score: 2, sense: 0.001 };
    const strong = { text, score: 1, sense: 0.5 };
    expect(logOdds(question, ...Array(4).fill(weak), strong)).toBeCloseTo(-4.3, 2);
    expect(logOdds(question, ...Array(5).fill(weak), strong)).toBeCloseTo(-5, 2);
    expect(logOdds(question, ...Array(7).fill(weak), { ...strong, score: 3 })).toBeCloseTo(-4.3, 2);
  });

  it('is not nothing for a line of a small vault that holds every name of the question', () => {
    const question = 'what did I want to tell Marie?';
    const unit = unitOf({ text: 'Call Marie about the mock-ups', terms: ['marie'], sense: 0.001 });
    const verdict = (isSmall: boolean) =>
      verdictOf(judgeUnits(question, foundBy(question, [unit]), [unit], { isSmall })!.confidence);
    expect([verdict(true), verdict(false)]).toEqual(['may_answer', 'nothing']);
  });
});
