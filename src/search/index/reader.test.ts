import { describe, expect, it } from 'vitest';
import { indexOf } from '../../../test/support/search-index.js';
import { keyFor } from '../text/words.js';

describe('the chunks that an index proposes first', () => {
  const long = 'plain words that say nothing of it at all '.repeat(30);
  const files = {
    'bucket/strong.md': `# Zebra\n\n${long}`,
    'bucket/both.md': `zebra lion ${long}`,
    'bucket/one.md': `zebra ${long}`,
  };
  const propose = (words: string[], paths: (keyof typeof files)[]) => {
    const { reader } = indexOf(Object.fromEntries(paths.map((path) => [path, files[path]])));
    const terms = words.map((word) => ({ keys: [keyFor(word)], worth: 1 }));
    return reader.propose(terms, null, 1).map((id) => paths[id - 1]);
  };

  it('hold a word strongly rather than plainly', () => {
    expect(propose(['zebra'], ['bucket/strong.md', 'bucket/one.md'])).toEqual(['bucket/strong.md']);
  });

  it('hold two words rather than one of them strongly', () => {
    expect(propose(['zebra', 'lion'], ['bucket/both.md', 'bucket/strong.md'])).toEqual(['bucket/both.md']);
  });
});

describe('the chunks that an index proposes after many changes', () => {
  it('are those that a new index proposes', () => {
    const textOf = (n: number, edits: number) =>
      `zebra ${n} ${edits % 5 > n % 3 ? 'lion' : 'tiger'} ${edits}`;
    const index = indexOf({});
    const termOf = (word: string) => ({ keys: [keyFor(word)], worth: 1 });
    const propose = (word: string) => {
      const found = index.reader.propose([termOf(word)], null, 1_000);
      return found.map((id) => index.reader.describe(id)!.path).sort();
    };
    // Every round replaces every chunk: after a few of them more are gone than are remembered.
    const files = Array.from({ length: 300 }, (_, n) => `bucket/${n}.md`);
    const holding = (word: string) => files.filter((_, n) => textOf(n, LAST).includes(word)).sort();
    for (let edits = 0; edits <= LAST; edits++) {
      index.store.batch(() => {
        files.forEach((path, n) => {
          const text = textOf(n, edits);
          index.store.put({ path, size: text.length, modified: edits }, text);
        });
      });
      index.reader.propose([termOf('zebra'), termOf('lion'), termOf('tiger')], null, 1);
    }
    expect(propose('zebra')).toEqual([...files].sort());
    expect(propose('lion')).toEqual(holding('lion'));
    expect(propose('tiger')).toEqual(holding('tiger'));
  });
});

const LAST = 5;
