import { expect, it } from 'vitest';
import { tempVault } from '../../../test/support/temp-vault.js';
import { ROOT, type VaultPath } from '../../vault/paths.js';
import { readTree } from '../history/objects.js';
import { createGitHistory } from '../history/open-history.js';
import { openStore } from '../history/store.js';
import { withLock } from '../locks/lock.js';
import { rebase } from './rebase.js';

it('is not disturbed by an entry that is recorded meanwhile', async () => {
  const { root, vault, put } = tempVault({ 'a.md': 'one\n' });
  const history = createGitHistory(vault);
  await history.record({ source: 'init', reason: 'start', paths: [ROOT] });
  const repository = openStore(root).repository();
  const files = await readTree(repository, repository.head!);
  const merged = () =>
    rebase(repository, {
      onto: repository.head,
      files,
      pending: [],
      moved: [],
      machine: 'laptop',
      async finish(tip) {
        // More than git keeps one by one.
        for (let at = 0; at < 150; at++)
          tip.set(`more/${at}.md` as VaultPath, tip.keep(Buffer.from(`more ${at}\n`)));
        put('a.md', 'two\n');
        await history.record({ source: 'outside', paths: [ROOT] });
        const entry = { id: 'merged', time: '2025-07-14T18:30:00', reason: 'x', input: null };
        return { entry: { ...entry, source: 'sync' }, seconds: 1_752_000_000 };
      },
    });
  const head = await withLock(root, 'sync', merged);
  expect((await readTree(repository, head!)).size).toBe(151);
});
