import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { type TempVault, tempFolder, tempVault } from '../../../test/support/temp-vault.js';
import { createGitHistory } from '../../service/history/open-history.js';
import { historyHead } from '../../service/history/store.js';
import { readSyncSetting } from '../../service/state/sync-setting.js';
import { createVaultSync } from '../../service/sync/sync-vault.js';
import { createQueue } from '../../service/updates/queue.js';
import type { UpdateKeeper } from '../../service/updates/update-keeper.js';
import { fileSystem } from '../../vault/file-system.js';
import { ROOT } from '../../vault/paths.js';
import { meet, syncCopy } from './meet.js';
import { clearIfSent, markUnsent } from './unsent.js';

const BEFORE = 'One.\n\nTwo.\n\nThree.\n';

/** Copies of one vault that meet at a remote, all in step. */
async function copies(count: number) {
  const row = { vault: 'v', name: 'v', remote: join(tempFolder(), 'remote.git'), machine: '' };
  const keeper: UpdateKeeper = {
    keep: async () => 'kept',
    drop: async () => {},
    settle: async () => {},
    list: async () => [],
  };
  const { signal } = new AbortController();
  const made = Array.from({ length: count }, (_, at) => {
    const copy = tempVault(at === 0 ? { 'bucket/a.md': BEFORE } : {});
    const env = { PATH: process.env.PATH, XDG_CACHE_HOME: tempFolder() };
    const deps = { root: copy.root, env, language: 'en' as const, log: () => {} };
    const history = createGitHistory(copy.vault);
    return {
      ...copy,
      history,
      sync: () => syncCopy(row, deps, signal),
      join: () =>
        meet(row, deps, { keeper, served: async () => {} })({
          queue: createQueue(copy.vault),
          history,
          signal,
        }),
    };
  });
  await made[0]!.history.record({ source: 'init', paths: [ROOT] });
  const first = createVaultSync({
    vault: made[0]!.vault,
    env: { PATH: process.env.PATH, XDG_CACHE_HOME: tempFolder() },
    language: 'en',
    afterChanges: async () => null,
  });
  await first.setUp(row.remote, null);
  await first.run();
  for (const copy of made.slice(1)) await copy.sync();
  return made as [(typeof made)[0], (typeof made)[0]];
}

/** The notes of a copy that are read from now on. */
function watchReading({ root }: TempVault): string[] {
  const read: string[] = [];
  const bytes = fileSystem.bytes;
  const spy = vi.spyOn(fileSystem, 'bytes').mockImplementation((address) => {
    if (address.startsWith(join(root, 'bucket'))) read.push(address);
    return bytes(address);
  });
  onTestFinished(() => spy.mockRestore());
  return read;
}

it('takes a copy that is in step without reading its notes or writing to the remote', async () => {
  const [, two] = await copies(2);
  expect(two.get('bucket/a.md')).toBe(BEFORE);
  clearIfSent(two.root);
  const machines = join(readSyncSetting(two.root)!.remote, 'machines');
  rmSync(machines, { recursive: true });
  const read = watchReading(two);
  await two.join();
  expect([read, existsSync(machines)]).toEqual([[], false]);
});

it('keeps an edit by another program on a copy that is in step, beside what comes from the remote', async () => {
  const [one, two] = await copies(2);
  clearIfSent(two.root);
  one.put('bucket/a.md', BEFORE.replace('One', 'First'));
  await one.sync();
  two.put('bucket/a.md', BEFORE.replace('Three', 'Third'));
  await two.join();
  expect(two.get('bucket/a.md')).toMatch(/First\.\n\nTwo\.\n\nThird\.\n$/);
});

it('records and sends what a node had written when it died', async () => {
  const [one, two] = await copies(2);
  markUnsent(two.root);
  two.put('bucket/b.md', 'Written.\n');
  await two.join();
  expect(historyHead(two.root)).toBe(readSyncSetting(two.root)!.agreed);
  await one.sync();
  expect(one.get('bucket/b.md')).toBe('Written.\n');
});
