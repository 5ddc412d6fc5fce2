import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { hubFolder, startHub, tokenIn } from './support/hub.js';
import { rappel } from './support/rappel.js';
import { removeFolder } from './support/remove-folder.js';
import { tempFolder } from './support/temp-vault.js';

it('a vault of a hub comes back from its export, with its history and a new token', async () => {
  const folder = await hubFolder(['anna', 'bob']);
  const hub = await startHub(folder);
  await hub.post('anna', '/api/update', { text: 'Buy a red kettle' });
  const read = async ({ ask }: typeof hub, path: string) =>
    JSON.parse(await (await ask('anna', path)).text());
  await vi.waitUntil(async () => (await read(hub, '/api/health')).waiting === 0, { timeout: 20_000 });
  const entries = async (from: typeof hub) => (await read(from, '/api/history')).entries;
  const before = await entries(hub);
  const lost = tokenIn(folder, 'anna');
  const run = async (...args: string[]) => {
    const { code, err } = await rappel(args, { env: { HOME: tempFolder() } });
    expect([args[0], code, err]).toEqual([args[0], 0, '']);
  };
  const archive = join(tempFolder(), 'anna.tar.gz');
  // While the hub serves it.
  await run('export', archive, '--vault', join(folder, 'anna'));
  await hub.close();
  removeFolder(folder);

  mkdirSync(folder);
  await run('import', archive, '--yes', '--vault', join(folder, 'anna'));
  await run('hub', 'add', folder, 'anna');
  const restored = await startHub(folder);
  expect((await restored.ask('anna', '/api/health', { token: lost })).status).toBe(401);
  const found = await restored.post('anna', '/api/search', { question: 'kettle' });
  expect(await found.text()).toContain('red kettle');
  const ids = (list: { id: string }[]) => list.map(({ id }) => id);
  expect(ids(await entries(restored))).toEqual(expect.arrayContaining(ids(before)));
});
