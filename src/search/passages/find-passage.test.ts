import { describe, expect, it } from 'vitest';
import { parseQuery } from '../query/parse-query.js';
import { findPassage } from './find-passage.js';
import { createNearestLine } from './nearest-line.js';

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
  const nearest = byMeaning ? await createNearestLine(question) : null;
  const weights = query.terms.map(() => 1);
  const { first } = findPassage(lines, query, weights, { startsFile, nearest });
  return lines[first];
}

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
