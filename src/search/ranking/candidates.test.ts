import { describe, expect, it } from 'vitest';
import { indexOf } from '../../../test/support/search-index.js';
import { parseQuery } from '../query/parse-query.js';
import { type CountedTerm, mostTelling, proposingTerms, searchWords } from './candidates.js';

const [term] = parseQuery('harbour').terms;
const counted = (...counts: number[]): CountedTerm[] =>
  counts.map((count) => ({ term: term!, count, weight: 100_000 - count }));

describe('the terms that propose chunks', () => {
  it('are the rarest, as long as the index lists 15,000 chunks for them in all', () => {
    expect(proposingTerms(counted(5_000, 6_000, 4_000), false)).toHaveLength(3);
    expect(proposingTerms(counted(5_000, 6_001, 4_000), false).map(({ count }) => count)).toEqual([
      4_000, 5_000,
    ]);
  });

  it('are two at least, however common', () => {
    expect(proposingTerms(counted(50_000, 60_000, 70_000), false)).toHaveLength(2);
  });

  it('are all of them in a scope, where the rare ones may lie outside', () => {
    expect(proposingTerms(counted(50_000, 60_000, 70_000), true)).toHaveLength(3);
  });
});

describe('a text pasted as a question', () => {
  it('goes by its 48 rarest words, in their order', () => {
    const { terms } = parseQuery(Array.from({ length: 60 }, (_, index) => `zebra${index}`).join(' '));
    const telling = mostTelling(
      terms,
      terms.map((_, index) => index + 1),
      1_000,
    );
    expect(telling.map(({ count }) => count)).toEqual(Array.from({ length: 48 }, (_, index) => index + 1));
  });
});

describe('the chunks that are proposed', () => {
  const notes = (count: number, text: (index: number) => string) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`bucket/${index}.md`, text(index)]));
  const idsOf = (question: string, files: Record<string, string>) => {
    const { reader, store } = indexOf(files);
    return searchWords(parseQuery(question), reader, store, null).ids;
  };

  it('are 120 for one word, 60 more for each further one, and 300 at most', () => {
    const files = notes(320, () => 'red green blue pink grey zebra');
    expect(idsOf('red', files)).toHaveLength(120);
    expect(idsOf('red green', files)).toHaveLength(180);
    expect(idsOf('red green blue pink grey', files)).toHaveLength(300);
  });

  it('are those that hold the small words where a question has no others', () => {
    const files = notes(5, (index) => (index === 3 ? 'to be or not to be' : 'zebra'));
    expect(idsOf('to be or not to be', files)).toEqual([4]);
    expect(idsOf('"to be"', files)).toEqual([4]);
  });

  it('are 3,000 at most where only reading tells whether the words follow each other', () => {
    const tasks = Array.from({ length: 3_050 }, () => '# harbour master\n').join('');
    expect(idsOf('"master harbour"', { 'tasks.md': tasks })).toHaveLength(3_000);
  });

  it('are those that hold a word strongly rather than the newest', () => {
    const long = 'zebra '.concat('plain words that say nothing of it '.repeat(20));
    const files = notes(200, (index) => (index < 5 ? `# Zebra\n\n${long}` : long));
    const ids = idsOf('zebra', files);
    expect(ids).toEqual(expect.arrayContaining([1, 2, 3, 4, 5]));
  });
});
