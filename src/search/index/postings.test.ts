import { describe, expect, it } from 'vitest';
import { indexOf } from '../../../test/support/search-index.js';
import { chunkFile } from '../chunks/chunk-file.js';
import { analyseFile, STRONG_MARK } from './analyse-file.js';
import { createPostings, type StoredWords } from './postings.js';

const stemsOf = (text: string) => ({ stems: new TextEncoder().encode(text), words: new Uint8Array() });
const CHUNKS: StoredWords[] = [
  [7, stemsOf(' zebra ★zebra lion')],
  [8, stemsOf(' zebras')],
  [9, stemsOf(' lion')],
];

/** Of an index that answers every question alike, and counts them. */
function postingsOf(ids: string) {
  const asked: unknown[][] = [];
  const get = (...values: unknown[]) => {
    asked.push(values);
    return { ids };
  };
  const database = { prepare: () => ({ get }) } as unknown as Parameters<typeof createPostings>[0];
  return { postings: createPostings(database), asked };
}

describe('lists of chunks', () => {
  it('take in new chunks without asking the index', () => {
    const { postings, asked } = postingsOf('1,3');
    const questions = [['lion'], ['zebra'], [`${STRONG_MARK}zebra`, 'lion'], ['giraffe']];
    for (const stems of questions) expect(postings.idsOf(stems, 6)).toEqual(Uint32Array.of(1, 3));
    postings.learn(CHUNKS);
    expect(questions.map((stems) => [...postings.idsOf(stems, 9)])).toEqual([
      [1, 3, 7, 9],
      [1, 3, 7],
      [1, 3, 7, 9],
      [1, 3],
    ]);
    expect(asked.length).toBe(4);
  });

  it('ask for chunks that they were not told of', () => {
    const { postings, asked } = postingsOf('12');
    postings.idsOf(['lion'], 6);
    postings.learn(CHUNKS);
    postings.idsOf(['lion'], 12);
    expect(asked).toEqual([
      ['"lion"', 0],
      ['"lion"', 9],
    ]);
  });

  it('begin in an empty index', () => {
    const { postings } = postingsOf('');
    expect(postings.idsOf(['lion'], 0)).toEqual(new Uint32Array());
    postings.learn(CHUNKS);
    expect(postings.idsOf(['lion'], 9)).toEqual(Uint32Array.of(7, 9));
  });

  it('are those of full-text search, for every stem of a text', () => {
    const { database, store } = indexOf({ 'bucket/first.md': 'first' });
    const path = 'projects/été-2025/note_7.md';
    const text = `# L'été à Zürich\n\nOn 2025-07-14, @marie's #to-do_list: x86-64, C++ and 東京 cost €1,299.50.\n\n## Été\n\nzebra_lion\n`;
    const stored = analyseFile(path, chunkFile(path, text)).map(
      ({ stems, words }, at): StoredWords => [2 + at, { stems, words }],
    );
    const all = new Set(stored.flatMap(([, { stems }]) => new TextDecoder().decode(stems).trim().split(' ')));
    expect(all.size).toBeGreaterThan(20);
    const learning = createPostings(database);
    for (const stem of all) learning.idsOf([stem], 1);
    store.put({ path, size: text.length, modified: 1 }, text);
    learning.learn(stored);
    const lastId = 1 + stored.length;
    for (const stem of all)
      expect(learning.idsOf([stem], lastId)).toEqual(createPostings(database).idsOf([stem], lastId));
  });

  it('lose the chunks that are gone', () => {
    const ids = Array.from({ length: 1_000 }, (_, at) => 3 * at + 1);
    for (const gone of [[1], [2], [2_998], [1, 4, 7], [5, 1_000, 1_001, 9_999], ids.slice(1), ids]) {
      const { postings } = postingsOf(ids.join());
      postings.idsOf(['lion'], 5_000);
      postings.strikeOut(Uint32Array.from(gone));
      const left = ids.filter((id) => !gone.includes(id));
      expect([...postings.idsOf(['lion'], 5_000)]).toEqual(left);
    }
  });
});
