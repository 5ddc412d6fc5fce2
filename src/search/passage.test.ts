import { describe, expect, it } from 'vitest';
import { nearestLine } from './embed/nearest-line.js';
import { createStaticEmbedder } from './embed/static-embedder.js';
import { findPassage } from './passage.js';
import { parseQuery } from './query.js';

const model = await createStaticEmbedder().model();
const NOTE = `---
created: 2025-07-14T09:00:00
tags: [maison]
---

# Chaudière

Le chauffagiste passe tous les ans en octobre.

La clé de la cave est chez la voisine.
`.split('\n');

function passage(question: string, lines = NOTE, { startsFile = true, byMeaning = true } = {}) {
  const query = parseQuery(question);
  const nearest = (given: readonly string[]) => nearestLine(model, question, given, () => 1);
  const weights = query.terms.map(() => 1);
  const { first } = findPassage(lines, query, weights, { startsFile, nearest: byMeaning ? nearest : null });
  return lines[first];
}

describe('the passage of a chunk', () => {
  it('is where the words of the question stand', () => {
    expect(passage('octobre')).toContain('en octobre');
    expect(passage('clé de la cave')).toContain('La clé');
  });

  it('is what means the same where no word of it stands there', () => {
    expect(passage('the key is kept by the neighbour')).toContain('La clé');
    expect(passage('heating engineer')).toContain('chauffagiste');
  });

  it('is the first line of text where nothing tells; never a stamp', () => {
    expect(passage('xyzzy')).toBe('# Chaudière');
    expect(passage('heating engineer', NOTE, { byMeaning: false })).toBe('# Chaudière');
    expect(passage('created', NOTE, { byMeaning: false })).toBe('# Chaudière');
  });

  it('may be a field of the frontmatter that somebody wrote', () => {
    expect(passage('maison tags')).toBe('tags: [maison]');
  });

  it('takes a rule for a rule where the chunk is not the start of its file', () => {
    expect(passage('xyzzy', ['---', 'created: long ago', '---', 'text'], { startsFile: false })).toBe('---');
  });

  it('is a line of an empty chunk, or of one that is nothing but frontmatter, all the same', () => {
    expect(passage('xyzzy', [''])).toBe('');
    expect(passage('xyzzy', ['---', 'created: 2025-07-14', '---'])).toBe('---');
  });
});
