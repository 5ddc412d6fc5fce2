import { describe, expect, it } from 'vitest';
import { chunkFile } from '../chunks/chunk-file.js';
import { analyseFile, STRONG_MARK } from './analyse-file.js';

/** The stems that a text of one chunk holds strongly. */
function strongStems(text: string): string[] {
  const path = 'bucket/note.md';
  const [chunk] = analyseFile(path, chunkFile(path, text));
  const stems = new TextDecoder().decode(chunk!.stems).split(' ');
  return stems.flatMap((stem) => (stem.startsWith(STRONG_MARK) ? [stem.slice(1)] : []));
}

const words = (count: number) => Array.from({ length: count }, (_, index) => `w${index}`).join(' ');

describe('a stem is strong in a chunk', () => {
  it('where a heading holds it', () => {
    expect(strongStems(`# Zebra\n\n${words(300)}`)).toContain('zebra');
  });

  it('where it stands there twice in a text of a hundred words, not once', () => {
    expect(strongStems(`zebra zebra ${words(98)}`)).toEqual(['zebra']);
    expect(strongStems(`zebra ${words(99)}`)).toEqual([]);
  });

  it.each([
    ['once in no text, however short', 1, 1, false],
    ['twice in a text of 120 words', 2, 120, true],
    ['twice in a text of 140 words no more', 2, 140, false],
    ['three times in a text of 250 words', 3, 250, true],
    ['three times in a text of 280 words no more', 3, 280, false],
  ])('%s', (_, times, length, isStrong) => {
    const text = `${'zebra '.repeat(times)}${words(length - times)}`;
    expect(strongStems(text).includes('zebra')).toBe(isStrong);
  });
});
