import { describe, expect, it } from 'vitest';
import { chunksOf, matched } from '../../../test/support/search-index.js';
import { createCoverage } from './coverage.js';

/** A file of so many chunks, each a section of its own; the given words stand in the chunks of these numbers, from 0. */
function fileWith(words: Record<number, string>, chunks = 8): string {
  const filler = 'Nothing of note happened there again. '.repeat(60);
  return Array.from(
    { length: chunks },
    (_, index) => `# Part\n\n${words[index] ?? ''}\n\n${filler}\n\n`,
  ).join('');
}

/** What each chunk gains. */
function gains(question: string, text: string, path?: string): number[] {
  const { terms, matches } = matched(question, chunksOf(text, path));
  const coverage = createCoverage(matches);
  return matches.map((match) => coverage(match, terms));
}

describe('what a chunk covers of a question', () => {
  it('is four tenths of each term that it holds, however often', () => {
    expect(gains('harbour', 'The harbour')).toEqual([0.4]);
    expect(gains('harbour', 'The harbour, the harbour, the harbour')).toEqual([0.4]);
    expect(gains('harbour', 'The town')).toEqual([0]);
  });

  it('is as much for what stands within five chunks of it in its file, and half as much again for what is next to it', () => {
    const [, ...others] = gains('harbour', fileWith({ 0: 'harbour' }));
    expect(others).toEqual([expect.closeTo(0.6, 10), 0.4, 0.4, 0.4, 0.4, 0, 0]);
  });

  it('reaches no other day of a changelog, and no other task', () => {
    const days = '# 2025-07-14\n\nThe harbour was closed.\n\n# 2025-07-13\n\nNothing.\n';
    expect(gains('harbour', days, 'changelog.md')).toEqual([0.4, 0]);
    expect(gains('harbour', days, 'tasks.md')).toEqual([0.4, 0]);
  });

  it('reaches no other file, though it has the same title and the next number', () => {
    const notes = ['standup-1.md', 'standup-2.md'].flatMap((name, index) =>
      chunksOf(`# Standup\n\n${index === 0 ? 'The harbour' : 'Nothing'}.\n`, `bucket/${name}`, index + 1),
    );
    const { terms, matches } = matched('harbour', notes);
    const coverage = createCoverage(matches);
    expect(matches.map((match) => coverage(match, terms))).toEqual([0.4, 0]);
  });
});
