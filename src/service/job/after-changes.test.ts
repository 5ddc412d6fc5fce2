import { expect, it } from 'vitest';
import { tempVault } from '../../../test/support/temp-vault.js';
import { parsePath, ROOT } from '../../vault/paths.js';
import { createGitHistory } from '../history/open-history.js';
import { createAfterChanges } from './after-changes.js';

function following(files: Record<string, string>) {
  const temp = tempVault(files);
  const history = createGitHistory(temp.vault);
  const index = { refresh: async () => {} };
  const follow = createAfterChanges({ vault: temp.vault, history, index, updateTree: () => {} });
  return { temp, history, follow };
}

it('leaves an edit in a file that is recorded already to who made it', async () => {
  const { temp, history, follow } = following({ 'overview.md': '---\ninbox: 0\n---\n\nbody\n' });
  temp.put('inbox/a/review.md', '# Which project?\n');
  temp.put('bucket/plan.md', 'came from elsewhere\n');
  const paths = ['inbox/a/review.md', 'bucket/plan.md'].map(parsePath);
  await history.record({ source: 'sync', paths: [ROOT] });
  temp.put('bucket/plan.md', 'came from elsewhere\nmine\n');

  const counted = await follow(paths, { source: 'sync', areRecorded: true });
  expect(counted?.files).toEqual([{ path: 'overview.md', change: 'changed' }]);
  expect(await follow(paths, { source: 'sync', areRecorded: true })).toBeNull();
  const edit = await history.record({ source: 'outside', paths: [ROOT] });
  expect(edit?.files).toEqual([{ path: 'bucket/plan.md', change: 'changed' }]);
});

it('counts a question without making the overview a file that its entry added', async () => {
  const { temp, follow } = following({ 'overview.md': '---\nabout: map\ninbox: 0\n---\n\nbody\n' });
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
