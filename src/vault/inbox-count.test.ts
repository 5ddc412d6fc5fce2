import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempVault } from '../../test/support/temp-vault.js';
import { countInbox } from './inbox-count.js';

describe('the count of open questions', () => {
  it('is kept in the overview, down to none, also where the folder is gone', () => {
    const vault = tempVault({
      'overview.md': '---\nabout: map\n---\n\nbody\n',
      'inbox/a/review.md': 'a',
      'inbox/b/review.md': 'b',
      'inbox/loose.md': 'no question',
    });
    // As a process leaves it that was killed before it wrote the question.
    mkdirSync(join(vault.root, 'inbox/empty'));
    expect([...countInbox(vault.vault)]).toEqual([['overview.md', '---\nabout: map\n---\n\nbody\n']]);
    expect(vault.get('overview.md')).toContain('inbox: 2\n');
    expect([...countInbox(vault.vault)]).toEqual([]);
    rmSync(join(vault.root, 'inbox/a'), { recursive: true });
    countInbox(vault.vault);
    expect(vault.get('overview.md')).toContain('inbox: 1\n');
    rmSync(join(vault.root, 'inbox'), { recursive: true });
    countInbox(vault.vault);
    expect(vault.get('overview.md')).toContain('inbox: 0\n');
  });

  it('is there before the overview was ever stamped', () => {
    const vault = tempVault({ 'overview.md': '# Map\n', 'inbox/a/review.md': 'a' });
    countInbox(vault.vault);
    expect(vault.get('overview.md')).toMatch(
      /^---\ncreated: .*\nupdated: .*\ntokens: \d+\ninbox: 1\n---\n\n# Map\n$/,
    );
  });

  it('does not appear in a vault that never had a question', () => {
    const vault = tempVault({ 'overview.md': '---\nabout: map\n---\n\nbody\n' });
    expect([...countInbox(vault.vault)]).toEqual([]);
  });
});
