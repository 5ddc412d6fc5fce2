import { describe, expect, it } from 'vitest';
import { indexOf } from '../../../test/support/search-index.js';
import { parseQuery } from './parse-query.js';
import { correctSpelling } from './read-question.js';

/** What a word of a question is taken for in a vault that holds these words. */
function corrected(question: string, ...words: string[]) {
  const { reader } = indexOf(Object.fromEntries(words.map((word, index) => [`bucket/${index}.md`, word])));
  const { query, stage } = correctSpelling(parseQuery(question), reader);
  return { reason: stage.reason, weights: query.terms.map(({ weight }) => weight) };
}

describe('a word that no chunk holds', () => {
  it('is taken for one that differs by one letter, and counts a fifth', () => {
    expect(corrected('bolier', 'boiler')).toEqual({ reason: 'bolier: boiler', weights: [0.2] });
  });

  it('counts half where it is long', () => {
    expect(corrected('tournamant', 'tournament').weights).toEqual([0.5]);
  });

  it.each([
    ['of seven letters may have one wrong letter, not two', 'haborur', 'harbour', false],
    ['of eight letters may have two', 'harbuorx', 'harbours', true],
    ['of eleven letters may not have three', 'kixxxanjaro', 'kilimanjaro', false],
    ['of four letters is too short to guess', 'bolr', 'boler', false],
    ['of five letters is not', 'bolir', 'bolar', true],
    ['is never taken for a stem of three letters', 'zebre', 'zeb', false],
    ['may be taken for a stem of four', 'zebro', 'zebr', true],
  ])('%s', (_, question, word, isCorrected) => {
    expect(corrected(question, word).reason !== null).toBe(isCorrected);
  });

  it('is taken for the three commonest at most of those that are equally near', () => {
    const { reason } = corrected('bolir', 'bolar', 'bolor', 'boler', 'bolur');
    expect(reason!.split(', ')).toHaveLength(3);
  });
});

describe('a word that some chunk holds', () => {
  it('is left alone', () => {
    expect(corrected('boiler', 'boiler', 'bolier')).toEqual({ reason: null, weights: [1] });
  });
});
