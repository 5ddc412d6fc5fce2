import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { windowsOfPassage } from '../../../test/support/search-index.js';
import { passageTokens } from '../index/passage-tokens.js';
import { createStaticEmbedder, vectorOf } from '../models/static/static-embedder.js';
import { type Reading, readClosely, type TokenPassage } from './close-reading.js';

const model = await createStaticEmbedder().model();

function passage(text: string, family = 0, place = 0): TokenPassage {
  return { family, place, tokens: passageTokens(model.words, [], text) };
}

function read(question: string, passages: TokenPassage[]): Reading[] {
  return readClosely(model, question, passages, (asked) => asked.map(() => 1));
}

describe('reading closely', () => {
  it('prefers the passage that answers, in the other language too', () => {
    const passages = [
      passage('La boulangerie trouve le vert du logo trop foncé.'),
      passage('Le dentiste a trouvé deux caries du côté droit.'),
      passage('Le couvreur a remplacé trois tuiles cassées.'),
    ];
    const readings = read('How many cavities did the dentist find?', passages);
    const sums = readings.map(({ sense, words }) => sense + words);
    expect(sums.indexOf(Math.max(...sums))).toBe(1);
  });

  it('counts a question that stands there word for word as all of it', () => {
    const [reading] = read('where are the keys', [passage('Where are the keys?')]);
    expect(reading!.words).toBeCloseTo(1, 4);
    expect(reading!.sense).toBeCloseTo(1, 4);
  });

  it('takes the best window of a long passage, not its average', () => {
    const filler = 'The garden needs water every evening because the summer is dry. '.repeat(12);
    const [alone, inside] = read('who repairs the printer', [
      passage(filler),
      passage(`${filler}\nSamira repairs the printer.\n${filler}`),
    ]);
    expect(inside!.words).toBeGreaterThan(alone!.words + 0.3);
  });

  it('lends a passage what its neighbours in the family say, and nothing from elsewhere', () => {
    const reply = 'She said it was wonderful.';
    const question = 'What did she say about the piano concert?';
    const [near] = read(question, [passage(reply, 7, 2), passage('How was the piano concert?', 7, 1)]);
    const [far] = read(question, [passage(reply, 7, 2), passage('How was the piano concert?', 8, 1)]);
    const [apart] = read(question, [passage(reply, 7, 9), passage('How was the piano concert?', 7, 1)]);
    expect(near!.words).toBeGreaterThan(far!.words);
    expect(near!.sense).toBeGreaterThan(far!.sense);
    expect(apart).toEqual(far);
  });

  it('lends half of a word that stands up to three windows away', () => {
    const passages = ['piano', 'rain', 'rain', 'rain', 'rain'].map((text, place) => passage(text, 7, place));
    const words = read('piano', passages).map((reading) => reading.words);
    expect(words).toEqual([1, 0.5, 0.5, 0.5, 0].map((share) => expect.closeTo(share, 4)));
  });

  it('lends six tenths of a vector to the next window, the square of it to the one behind, nothing further', () => {
    const texts = ['rain', 'invoice', 'violin', 'piano'];
    const [own, next, behind] = texts.map((text) => vectorOf(model, passage(text).tokens));
    const mixed = own!.map((value, i) => value + 0.6 * next![i]! + 0.36 * behind![i]!);
    const asked = vectorOf(model, model.words.encode('violin piano invoice'));
    const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, i) => sum + value * b[i]!, 0);
    const expected = dot(mixed, asked) / Math.sqrt(dot(mixed, mixed));
    const [reading] = read(
      'violin piano invoice',
      texts.map((text, place) => passage(text, 7, place)),
    );
    expect(reading!.sense).toBeCloseTo(expected, 2);
  });

  it('counts words that are a little alike, and not those that are hardly so', () => {
    expect(read('concert', [passage('music')])[0]!.words).toBeCloseTo(0.4, 1);
    expect(read('garden', [passage('water')])[0]!.words).toBe(0);
  });

  it('gives zeros for a question without a known word', () => {
    expect(read('日本語', [passage('a text')])).toEqual([{ sense: 0, words: 0 }]);
  });

  it('does not depend on the order in which passages come', () => {
    const texts = fc.array(fc.lorem({ maxCount: 12 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(texts, (list) => {
        const passages = list.map((text, i) => passage(text, (i % 2) + 1, i));
        const forwards = read('dolor sit amet', passages);
        const backwards = read('dolor sit amet', passages.toReversed()).toReversed();
        expect(backwards).toEqual(forwards);
        for (const { sense, words } of forwards) {
          expect(sense).toBeGreaterThanOrEqual(0);
          expect(sense).toBeLessThanOrEqual(1.0001);
          expect(words).toBeGreaterThanOrEqual(0);
          expect(words).toBeLessThanOrEqual(1.0001);
        }
      }),
      { numRuns: 30 },
    );
  });
});

describe('the tokens of a passage', () => {
  it('hold every word of headings and text, in windows with the headings before each', () => {
    const text = 'One two three four five. '.repeat(30);
    const windows = windowsOfPassage(passageTokens(model.words, ['Heading'], text));
    expect(windows).toHaveLength(3);
    const heading = [...model.words.encode('Heading')];
    for (const window of windows) expect([...window.subarray(0, heading.length)]).toEqual(heading);
    const bodies = windows.flatMap((window) => [...window.subarray(heading.length)]);
    expect(bodies).toEqual([...model.words.encode(text)]);
  });

  it('are one window where there is no text', () => {
    expect(windowsOfPassage(passageTokens(model.words, ['Only a heading'], ''))).toHaveLength(1);
  });

  it('make the same vector as the embedder', async () => {
    const [vector] = await createStaticEmbedder().embed(['Title\nA text. Another one.']);
    expect(vectorOf(model, passageTokens(model.words, ['Title'], 'A text. Another one.'))).toEqual(vector);
  });
});
