import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { tempFolder, tempVault } from '../../../test/support/temp-vault.js';
import { createService } from '../create-service.js';
import { readSyncSetting } from '../state/sync-setting.js';
import { createVaultSync } from './sync-vault.js';

/** A service with a vault of its own that syncs with a folder. */
async function serve(name: string, remote: string, files: Record<string, string> = {}) {
  const temp = tempVault(files);
  const env = { PATH: process.env.PATH, XDG_CACHE_HOME: tempFolder(), XDG_CONFIG_HOME: tempFolder() };
  const sync = createVaultSync({ vault: temp.vault, env, language: 'en', afterChanges: async () => null });
  await sync.setUp(remote, name);
  const service = await createService({
    vault: temp.vault,
    engine: await temp.context.engine(),
    language: 'en',
    env,
    log: () => {},
  });
  onTestFinished(() => service.stop());
  await service.caughtUp;
  return { service, root: temp.root, get: (path: string) => temp.get(path), write: temp.put };
}

const soon = (check: () => unknown) => vi.waitFor(check, { timeout: 60_000, interval: 50 });

it('keeps two services in step, also after the remote was out of reach, and reindexes what came', async () => {
  const folder = tempFolder();
  const remote = join(folder, 'remote.git');
  mkdirSync(folder, { recursive: true });
  const a = await serve('laptop', remote, { 'notes.md': '# Notes\n\n- one\n' });
  const b = await serve('desktop', remote);
  await soon(() => expect(b.get('notes.md')).toContain('- one'));
  // The folder is gone, and something else is in its place.
  renameSync(remote, `${remote}.away`);
  mkdirSync(remote);
  writeFileSync(join(remote, 'other.txt'), 'x');
  b.write('notes.md', `${b.get('notes.md')}- the ferry leaves at seven\n`);
  await soon(async () =>
    expect(await b.service.problems()).toMatchObject([{ message: `${remote} holds something else` }]),
  );
  renameSync(remote, `${remote}.other`);
  renameSync(`${remote}.away`, remote);
  await soon(() => expect(a.get('notes.md')).toContain('- the ferry leaves at seven'));
  await soon(async () => expect(await b.service.problems()).toEqual([]));
  await soon(async () => {
    const engine = await a.service.engine();
    const { results } = await engine.search({ queries: ['ferry'], mode: 'fast' });
    expect(results.map(({ path }) => path)).toContain('vault/notes.md');
  });
  expect(readSyncSetting(a.root)).not.toBeNull();
}, 120_000);
