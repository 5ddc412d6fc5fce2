import { describe, expect, it } from 'vitest';
import { type Lesson, stemsOf } from './lessons.js';
import { hintsFor } from './route-input.js';

const NOTE = 'kitchen roof paint wall';

const lesson = (about: Partial<Lesson> = {}): Lesson => ({
  id: 'u1',
  day: '2025-07-14',
  words: stemsOf(NOTE),
  project: 'house',
  from: null,
  folder: null,
  client: null,
  ...about,
});

const hints = (text: string, lessons: Lesson[], folder: string | null = null) =>
  hintsFor(text, lessons, ['house', 'tidewater'], { client: null, folder });

describe('an earlier answer', () => {
  it('about the same words counts 14', () => {
    expect(hints(NOTE, [lesson()]).scoreOf('house')).toBeCloseTo(14, 10);
  });

  it('counts by the square of the share of words', () => {
    expect(hints('kitchen roof harbour charts', [lesson()]).scoreOf('house')).toBeCloseTo(14 / 4, 10);
  });

  it('says nothing where less than half of the words are shared', () => {
    expect(hints('kitchen harbour charts', [lesson()]).scoreOf('house')).toBe(0);
    expect(hints('kitchen roof harbour charts', [lesson()]).similarTo('house')).not.toBeNull();
    expect(
      hints('kitchen roof paint harbour charts pilot crane', [lesson()]).scoreOf('house'),
    ).toBeGreaterThan(0);
  });
});

describe('the folder of the sender', () => {
  it('counts 3 where it has the name of a project', () => {
    expect(hints('The build is broken', [], 'tidewater').scoreOf('tidewater')).toBeCloseTo(3, 10);
  });
});

describe('a wrong decision', () => {
  const moved = (count: number) =>
    hints(
      'The build is broken',
      Array.from({ length: count }, (_, index) => lesson({ id: `u${index}`, from: 'tidewater' })),
    );

  it('counts 0.1 for the right project and against the wrong one', () => {
    expect(moved(1).scoreOf('house')).toBeCloseTo(0.1, 10);
    expect(moved(1).scoreOf('tidewater')).toBeCloseTo(-0.1, 10);
  });

  it('counts no more than 1, however often it happens', () => {
    expect(moved(40).scoreOf('house')).toBeCloseTo(1, 10);
    expect(moved(40).scoreOf('tidewater')).toBeCloseTo(-1, 10);
  });
});
