import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createPgPool } from '../src/hub/database/pg-pool.js';
import { openPeople } from '../src/hub/people/open-people.js';
import { openVaultFolders } from '../src/hub/vault-folders.js';
import { hubFolder, startHub, tokenIn } from './support/hub.js';
import { canUsePostgres, POSTGRES_PROGRAMS, startPostgres } from './support/postgres.js';
import { removeFolder } from './support/remove-folder.js';
import { runCommand } from './support/run-command.js';
import { tempFolder } from './support/temp-vault.js';

it('a vault of a hub comes back from its export, with its history and a new token', async () => {
  const folder = await hubFolder(['anna', 'bob']);
  const hub = await startHub(folder);
  await hub.post('anna', '/api/update', { text: 'Buy a red kettle' });
  const read = async ({ ask }: typeof hub, path: string) =>
    JSON.parse(await (await ask('anna', path)).text());
  await vi.waitUntil(async () => (await read(hub, '/api/health')).waiting === 0, { timeout: 120_000 });
  const entries = async (from: typeof hub) => (await read(from, '/api/history/list')).entries;
  const before = await entries(hub);
  const lost = tokenIn(folder, 'anna');
  const run = async (...args: string[]) => {
    const { code, err } = await runCommand(args, { env: { HOME: tempFolder() } });
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

it.skipIf(!canUsePostgres)('people come back from a dump of the database, on a new server', async () => {
  const folder = await hubFolder(['anna']);
  const dump = join(tempFolder(), 'people.sql');
  const run = (program: string, ...args: string[]) =>
    execFileSync(join(POSTGRES_PROGRAMS!, program), args, { stdio: ['ignore', 'ignore', 'pipe'] });
  async function onServer<Result>(
    work: (url: string, people: ReturnType<typeof openPeople>) => Promise<Result>,
  ) {
    const server = await startPostgres();
    onTestFinished(() => server.remove());
    const options = { databaseUrl: server.url, folders: openVaultFolders(folder), log: () => {} };
    const opened = openPeople({ ...options, pool: createPgPool(server.url) });
    const result = await work(server.url, opened);
    await opened.close();
    await server.stop();
    return result;
  }
  const before = await onServer(async (url, { people }) => {
    await people.invite('ben@example.org', 'anna', 'editor', null);
    run('pg_dump', '--dbname', url, '--schema', 'rappel', '--file', dump);
    return people.list();
  });
  expect(before).toMatchObject([{ email: 'ben@example.org', vaults: [{ vault: 'anna', role: 'editor' }] }]);
  const after = await onServer(async (url, { people }) => {
    run('psql', url, '--set', 'ON_ERROR_STOP=1', '--file', dump);
    return people.list();
  });
  expect(after).toEqual(before);
});
