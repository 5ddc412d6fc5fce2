import { describe, expect, it } from 'vitest';
import { indexOf } from '../../../test/support/search-index.js';
import { chunkFile } from '../chunks/chunk-file.js';
import { analyseFile, STRONG_MARK } from './analyse-file.js';
import { anyOf, createPostings, parseIds } from './postings.js';
import { createRecentChunks, type StoredStems } from './recent-chunks.js';

const stemsOf = (text: string) => new TextEncoder().encode(text);
const CHUNKS: StoredStems[] = [
  [7, stemsOf(' zebra ★zebra lion')],
  [8, stemsOf(' zebras')],
  [9, stemsOf(' lion')],
];

/** One that was asked before: only then are chunks held. */
function asked(most?: number) {
  const recent = createRecentChunks(most);
  expect(recent.holding(['zebra'], 6)).toBeNull();
  return recent;
}

describe('the chunks that were stored last', () => {
  it('are found by whole stems, after an id', () => {
    const recent = asked();
    recent.add(CHUNKS);
    expect(recent.holding(['zebra'], 6)).toEqual(Uint32Array.of(7));
    expect(recent.holding([`${STRONG_MARK}zebra`, 'lion'], 6)).toEqual(Uint32Array.of(7, 9));
    expect(recent.holding(['lion'], 7)).toEqual(Uint32Array.of(9));
    recent.remove([9]);
    expect(recent.holding(['lion'], 7)).toEqual(new Uint32Array());
  });

  it('say nothing where some are not held', () => {
    const recent = asked(2);
    recent.add(CHUNKS);
    expect(recent.holding(['lion'], 5)).toBeNull();
    expect(recent.holding(['lion'], 6)).toBeNull();
    expect(recent.holding(['lion'], 7)).toEqual(Uint32Array.of(9));
    recent.clear();
    expect(recent.holding(['lion'], 9)).toBeNull();
  });

  it('are those that full-text search finds', () => {
    const { database, store } = indexOf({ 'bucket/first.md': 'first' });
    const recent = asked();
    const path = 'projects/été-2025/note_7.md';
    const text = `# L'été à Zürich\n\nOn 2025-07-14, @marie's #to-do_list: x86-64, C++ and 東京 cost €1,299.50.\n\n## Été\n\nzebra_lion\n`;
    store.put({ path, size: text.length, modified: 1 }, text);
    const stored = analyseFile(path, chunkFile(path, text)).map(
      ({ stems }, at): StoredStems => [2 + at, stems],
    );
    recent.add(stored);
    const match = database.prepare(
      'SELECT group_concat(rowid) AS ids FROM words WHERE words MATCH ? AND rowid > 1',
    );
    const all = new Set(stored.flatMap(([, stems]) => new TextDecoder().decode(stems).trim().split(' ')));
    expect(all.size).toBeGreaterThan(20);
    for (const stem of all)
      expect(recent.holding([stem], 1)).toEqual(parseIds((match.get(anyOf([stem]))!.ids as string) ?? ''));
  });

  it('complete the lists of a question without asking the index', () => {
    let reads = 0;
    const get = () => {
      reads++;
      return { ids: '1,3' };
    };
    const database = { prepare: () => ({ get }) } as unknown as Parameters<typeof createPostings>[0];
    const recent = createRecentChunks();
    const postings = createPostings(database, recent);
    expect(postings.idsOf(['lion'], 6)).toEqual(Uint32Array.of(1, 3));
    recent.add(CHUNKS);
    expect(postings.idsOf(['lion'], 9)).toEqual(Uint32Array.of(1, 3, 7, 9));
    expect(reads).toBe(1);
  });
});
