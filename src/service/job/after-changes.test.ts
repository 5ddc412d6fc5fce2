import { expect, it } from 'vitest';
import { tempVault } from '../../../test/support/temp-vault.js';
import { parsePath } from '../../vault/paths.js';
import { createGitHistory } from '../history/git-history.js';
import { createAfterChanges } from './after-changes.js';

it('counts a question without making the overview a file that its entry added', async () => {
  const temp = tempVault({ 'overview.md': '---\nabout: map\ninbox: 0\n---\n\nbody\n' });
  const history = createGitHistory(temp.vault);
  const index = { refresh: async () => {} };
  const follow = createAfterChanges({ vault: temp.vault, history, index, updateTree: () => {} });
  temp.put('inbox/a/review.md', '# Which project?\n');
  const asked = parsePath('inbox/a/review.md');
  const entry = await follow([asked], {
    source: 'update',
    reason: 'Asked',
    before: new Map([[asked, null]]),
  });
  expect(entry?.files).toEqual([
    { path: 'inbox/a/review.md', change: 'added' },
    { path: 'overview.md', change: 'changed' },
  ]);
  expect(temp.get('overview.md')).toContain('inbox: 1\n');
});
