import { expect, it } from 'vitest';
import { tempVault } from '../../../test/support/temp-vault.js';
import { blobId } from '../../vault/blob-id.js';
import { ROOT, type VaultPath } from '../../vault/paths.js';
import { createGitHistory } from '../history/open-history.js';
import { withLock } from '../locks/lock.js';
import { purgePath } from './purge.js';

it('waits for an update that writes to the file, and purges what it wrote too', async () => {
  const { vault, put, context } = tempVault({ 'a.md': 'a secret text\n' });
  const history = createGitHistory(vault);
  await history.record({ source: 'init', reason: 'start', paths: [ROOT] });
  const engine = await context.engine();
  const filed = Buffer.from('a secret text\n\nand more\n');
  const { purging } = await withLock(vault.root, 'updates', async () => {
    const path = 'a.md' as VaultPath;
    put(path, filed);
    const begun = purgePath(vault, engine, vault.locate(path));
    // As long as the purge would take that does not wait.
    await Promise.race([begun, new Promise((resolve) => setTimeout(resolve, 100))]);
    const written = new Map([[path, filed]]);
    await history.record({ source: 'update', reason: 'filed', paths: [path], written });
    return { purging: begun };
  });
  expect(await purging).toMatchObject({ found: true, left: [] });
  expect(await history.holders(new Set([blobId(filed)]))).toEqual([]);
});
