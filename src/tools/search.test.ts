import { describe, expect, it } from 'vitest';
import { tempVault } from '../../test/support/temp-vault.js';
import type { ToolContext } from './define-tool.js';
import { search, searchWithOptions } from './search.js';

const found = async (query: string, context: ToolContext) =>
  (await search.call({ queries: [query] }, context)).data.results;

describe('search looks', () => {
  const files = {
    'profile.md': '# Health\n\nI am allergic to walnuts.\n',
    'overview.md': '# Projects\n\nTidewater builds a dam.\n',
    'tree.md': 'walnuts.md\n',
    'bucket/note.md': 'A cake without walnuts.\n',
  };

  it('into the profile and the overview, but not into the tree', async () => {
    const { context } = tempVault(files);
    const [best] = await found('What am I allergic to?', context);
    expect(best!.path).toBe('vault/profile.md');
    expect((await found('dam', context)).map(({ path }) => path)).toEqual(['vault/overview.md']);
    expect((await found('walnuts', context)).map(({ path }) => path)).not.toContain('vault/tree.md');
  });

  it('past files that an agent has in its context', async () => {
    const { context } = tempVault(files);
    const inContext = ['overview.md', 'profile.md'];
    expect((await found('walnuts', { ...context, inContext })).map(({ path }) => path)).toEqual([
      'vault/bucket/note.md',
    ]);
    expect(await found('dam', { ...context, inContext })).toEqual([]);
  });

  it('into the inbox, after what is filed and as good', async () => {
    const text = 'The walnut tree needs water.\n';
    const { context } = tempVault({
      'inbox/2025-07-14-tree/input.md': text,
      'bucket/tree.md': text,
      'bucket/other.md': 'Nothing of that.\n',
    });
    for (const mode of ['fast', 'deep']) {
      const { results } = (await searchWithOptions.call({ queries: ['walnut tree water'], mode }, context))
        .data;
      expect(results.slice(0, 2).map(({ path, waiting }) => [path, waiting])).toEqual([
        ['vault/bucket/tree.md', undefined],
        ['vault/inbox/2025-07-14-tree/input.md', true],
      ]);
    }
  });

  it('into the inbox first where only that answers', async () => {
    const { context } = tempVault({
      'inbox/2025-07-14-tree/input.md': 'The walnut tree needs water.\n',
      'bucket/other.md': 'A tree.\n',
    });
    expect((await found('walnut tree', context))[0]).toMatchObject({ waiting: true });
  });
});

describe('a line of a megabyte', () => {
  it('is shown around its match, its number kept', async () => {
    const line = `${'filler words '.repeat(40_000)} the walnut tree needs water ${'and more '.repeat(60_000)}`;
    const { context } = tempVault({ 'bucket/long.md': `First.\n${line}\nLast.\n` });
    const { results } = (await searchWithOptions.call({ queries: ['walnut tree'] }, context)).data;
    const [best] = results;
    expect(best!.match_lines).toBe('2-2');
    expect(best!.chunk_with_context.length).toBeLessThan(4_000);
    expect(best!.chunk_with_context).toMatch(
      /^2 {2}\| \[\d+ characters\] … .*walnut tree needs water.* … \[\d+ characters\]$/m,
    );
  });
});
