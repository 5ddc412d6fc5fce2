import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { watchGit } from '../../../test/support/git-calls.js';
import { tempFolder, tempVault } from '../../../test/support/temp-vault.js';
import { indexFile } from '../../search/cache-folder.js';
import { ROOT } from '../../vault/paths.js';
import { createGitHistory } from '../history/open-history.js';
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

/** Machines that are in step with one remote. */
function machinesAt(remote: string) {
  return async (files: Record<string, string>) => {
    const temp = tempVault(files);
    const { vault, root } = temp;
    const env = { PATH: process.env.PATH, XDG_CACHE_HOME: tempFolder() };
    const checkedFile = join(dirname(indexFile(root, env)), 'history-checked');
    const history = createGitHistory({ ...vault, checkedFile });
    if (Object.keys(files).length > 0) await history.record({ source: 'init', paths: [ROOT] });
    const recordEdits = async () => {};
    const sync = createVaultSync({ vault, env, language: 'en', recordEdits, afterChanges: async () => null });
    await sync.setUp(remote, null);
    await sync.run();
    return { ...temp, history, sync };
  };
}

it('gets only what is new, also where both machines have something new', async () => {
  const machine = machinesAt(join(tempFolder(), 'remote.git'));
  const files = Array.from({ length: 100 }, (_, at) => [`bucket/${at}.md`, `${at}\n`] as const);
  const one = await machine(Object.fromEntries(files));
  const two = await machine({});
  for (const { put, history, root } of [one, two]) {
    put(`bucket/of-${basename(root)}.md`, 'new\n');
    await history.record({ source: 'tool', reason: 'new', paths: [ROOT] });
  }
  await one.sync.run();
  const packs = join(two.root, '.rappel', 'history.git', 'objects', 'pack');
  const before = readdirSync(packs);
  expect(await two.sync.run()).toMatchObject({ received: 1, sent: 1 });
  const objects = readdirSync(packs)
    .filter((name) => name.endsWith('.idx') && !before.includes(name))
    .map((name) => readFileSync(join(packs, name)).readUInt32BE(8 + 255 * 4));
  // An entry is a commit, two folders and a file.
  expect(Math.max(...objects)).toBe(4);
});

it('asks git as little as it can', async () => {
  const machine = machinesAt(join(tempFolder(), 'remote.git'));
  const one = await machine({ 'bucket/a.md': 'a\n' });
  const two = await machine({});
  one.put('bucket/a.md', 'a\nb\n');
  await one.history.record({ source: 'tool', reason: 'b', paths: [ROOT] });
  const calls = watchGit();
  expect(await one.sync.run()).toMatchObject({ sent: 1 });
  expect(calls().sort()).toEqual(['index-pack', 'log', 'pack-objects']);
  expect(await two.sync.run()).toMatchObject({ received: 1 });
  const checks = ['cat-file', 'cat-file', 'diff-tree', 'log', 'rev-list'];
  const fetch = ['cat-file', 'cat-file', 'index-pack', 'log', 'pack-objects'];
  const adopt = ['cat-file', 'diff-tree', 'log'];
  expect(calls().sort()).toEqual([...checks, ...fetch, ...adopt].sort());
  expect(two.get('bucket/a.md')).toBe('a\nb\n');
  await two.sync.run();
  expect(calls()).toEqual([]);
});

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms, 'waits'));
