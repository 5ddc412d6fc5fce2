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
