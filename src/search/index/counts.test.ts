import { describe, expect, it } from 'vitest';
import { indexOf } from '../../../test/support/search-index.js';
import { keyFor } from '../text/words.js';
import { createCounts } from './reader.js';

const WORDS = ['zebra', 'lion', 'tiger', 'panda'];

describe('the counts of stems', () => {
  it('are those of full-text search after any change', () => {
    const { database, store, reader } = indexOf({ 'bucket/first.md': 'zebra' });
    const counts = () => WORDS.map((word) => reader.countsOf([{ keys: [keyFor(word)] }])[0]);
    const counted = () => WORDS.map((word) => createCounts(database).of(keyFor(word)));
    const put = (n: number, text: string) =>
      store.put({ path: `bucket/${n}.md`, size: text.length, modified: text.length }, text);
    expect(counts()).toEqual([1, 0, 0, 0]);
    for (let n = 0; n < 20; n++) put(n, n % 3 === 0 ? 'zebra lion lion' : 'zebra');
    expect(counts()).toEqual([21, 7, 0, 0]);
    store.batch(() => {
      put(0, '# Tiger\n\ntiger\n\n# Lion\n\nlion');
      put(1, 'panda');
      // Never stored in this form.
      put(1, 'tiger panda lion');
      put(30, 'panda');
      store.remove('bucket/30.md');
    });
    for (const n of [3, 4]) store.remove(`bucket/${n}.md`);
    expect(counts()).toEqual(counted());
    expect(counts()).toEqual([17, 7, 2, 1]);
  });

  it('are asked of full-text search once', () => {
    const asked: string[] = [];
    const get = (stem: string) => {
      asked.push(stem);
      return { doc: 5 };
    };
    const database = { prepare: () => ({ get }) } as unknown as Parameters<typeof createCounts>[0];
    const counts = createCounts(database);
    expect([counts.of(keyFor('lion')), counts.of(keyFor('lion'))]).toEqual([5, 5]);
    expect(asked).toEqual(['lion']);
  });
});
