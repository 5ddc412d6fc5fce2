import { describe, expect, it } from 'vitest';
import { parseQuery } from '../query/parse-query.js';
import { createCloseReader, nearestLine } from './close-reader.js';
import { findPassages } from './present.js';
import { createTermFinder } from './term-finder.js';

const NOTE = `---
created: 2025-07-14T09:00:00
tags: [maison]
---

# Chaudière

Le chauffagiste passe tous les ans en octobre.

La clé de la cave est chez la voisine.
`.split('\n');

async function passage(question: string, lines = NOTE, { startsFile = true, byMeaning = true } = {}) {
  const query = parseQuery(question);
  const reader = byMeaning ? await createCloseReader(question) : null;
  const nearest = reader && ((texts: readonly string[]) => nearestLine(reader, texts));
  const weights = query.terms.map(() => 1);
  const [range] = findPassages(lines, createTermFinder(query.terms), weights, { startsFile, nearest });
  return lines[range!.first];
}

describe('the lines that are shown', () => {
  const words = 'red green blue pink grey brown black white teal gold'.split(' ');
  const query = parseQuery(words.join(' '));
  const weights = words.map(() => 1);
  const find = (lines: string[], nearest: number | null = null) =>
    findPassages(lines, createTermFinder(query.terms), weights, {
      startsFile: false,
      nearest: () => nearest,
    });

  it('take in a further line for each 4 % of the question that it brings', () => {
    const nine = words.slice(0, 9).join(' ');
    expect(find([nine, 'x', 'gold'])).toEqual([{ first: 0, last: 2 }]);
    expect(find([nine, 'x', 'x', 'gold'])).toEqual([{ first: 0, last: 0 }]);
  });

  it('are those of the words where they hold 15 % of the question, else the nearest in meaning', () => {
    expect(find(['red green', 'x'], 1)).toEqual([{ first: 0, last: 0 }]);
    expect(find(['red', 'x'], 1)).toEqual([{ first: 1, last: 1 }]);
  });

  it('are also lines that hold 80 % as much as the best, or 15 % of the question that is missing', () => {
    const [five, four, three] = [5, 4, 3].map((count) => words.slice(0, count).join(' '));
    const far = (line: string) => find([five!, ...Array(9).fill('x'), line]);
    expect(far(four!)).toEqual([
      { first: 0, last: 0 },
      { first: 10, last: 10 },
    ]);
    expect(far(three!)).toEqual([{ first: 0, last: 0 }]);
    expect(far('white teal')).toHaveLength(2);
    expect(far('white')).toHaveLength(1);
  });

  it('are at most four ranges, those that touch joined', () => {
    const line = words.join(' ');
    expect(find([line, 'x', line, 'x', line, 'x', line, 'x', line])).toHaveLength(4);
    expect(find([line, line])).toEqual([{ first: 0, last: 1 }]);
  });

  it('are a heading or a line of fields with the text below it', () => {
    expect(find(['# red green', '', 'status: open | prio: high', 'text'])).toEqual([{ first: 0, last: 3 }]);
    expect(find(['# red green', '', '', '', 'text'])).toEqual([{ first: 0, last: 0 }]);
    expect(find(['# red green', '# Other', 'text'])).toEqual([{ first: 0, last: 0 }]);
  });
});

describe('the passage of a chunk', () => {
  it('is where the words of the question stand', async () => {
    expect(await passage('octobre')).toContain('en octobre');
    expect(await passage('clé de la cave')).toContain('La clé');
  });

  it('is what means the same where no word of it stands there', async () => {
    expect(await passage('the key is kept by the neighbour')).toContain('La clé');
    expect(await passage('heating engineer')).toContain('chauffagiste');
  });

  it('is the first line of text where nothing tells; never a stamp', async () => {
    expect(await passage('xyzzy')).toBe('# Chaudière');
    expect(await passage('heating engineer', NOTE, { byMeaning: false })).toBe('# Chaudière');
    expect(await passage('created', NOTE, { byMeaning: false })).toBe('# Chaudière');
  });

  it('may be a field of the frontmatter that somebody wrote', async () => {
    expect(await passage('maison tags')).toBe('tags: [maison]');
  });

  it('takes a rule for a rule where the chunk is not the start of its file', async () => {
    expect(await passage('xyzzy', ['---', 'created: long ago', '---', 'text'], { startsFile: false })).toBe(
      '---',
    );
  });

  it('is a line of an empty chunk, or of one that is nothing but frontmatter, all the same', async () => {
    expect(await passage('xyzzy', [''])).toBe('');
    expect(await passage('xyzzy', ['---', 'created: 2025-07-14', '---'])).toBe('---');
  });
});
