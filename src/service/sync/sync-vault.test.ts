import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tempFolder, tempVault } from '../../../test/support/temp-vault.js';
import { ROOT } from '../../vault/paths.js';
import { createGitHistory } from '../history/git-history.js';
import { withLock } from '../locks/lock.js';
import { createVaultSync } from './sync-vault.js';

it('does not take half of an update of another process for an edit', async () => {
  const { vault, root, put } = tempVault({ 'a.md': 'a\n' });
  const history = createGitHistory(vault);
  await history.record({ source: 'init', paths: [ROOT] });
  const env = { PATH: process.env.PATH, XDG_CACHE_HOME: tempFolder() };
  const sync = createVaultSync({ vault, env, language: 'en', afterChanges: async () => null });
  await sync.setUp(join(tempFolder(), 'remote.git'), null);
  const { synced } = await withLock(root, 'updates', async () => {
    put('a.md', 'a\nfiled\n');
    const running = sync.run();
    await expect(Promise.race([running, wait(400)])).resolves.toBe('waits');
    await history.record({ source: 'update', reason: 'filed', input: 'u1', paths: [ROOT] });
    return { synced: running };
  });
  expect((await synced).sent).toBe(2);
  expect((await history.entries()).map(({ source }) => source)).toEqual(['init', 'update']);
});

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms, 'waits'));
