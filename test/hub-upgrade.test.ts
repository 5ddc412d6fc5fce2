import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createCluster, createLeaseRows } from '../src/hub/cluster.js';
import { lastMigration, migrate } from '../src/hub/database/migrate.js';
import { MIGRATIONS } from '../src/hub/database/migrations.js';
import { type SqlPool, transactionIn } from '../src/hub/database/sql.js';
import { readHubStatus } from '../src/hub/hub-status.js';
import { createPeopleDatabase } from '../src/hub/people/database.js';
import { addRemote } from '../src/hub/remotes/add-remote.js';
import { removeVault } from '../src/hub/remove-vault.js';
import { openVaultFolders } from '../src/hub/vault-folders.js';
import { hubFolder, startHub } from './support/hub.js';
import { openPglite, unsteadyPool } from './support/postgres.js';

const URL = 'postgresql://db/rappel';
const NEWER = 'the tables in PostgreSQL were made by a newer Rappel';

let database: SqlPool;
beforeAll(async () => {
  database = await openPglite();
}, 300_000);
beforeEach(() =>
  transactionIn(database, 'BEGIN', (client) => client.script('DROP SCHEMA IF EXISTS rappel CASCADE')),
);

/** As a newer Rappel would leave them. */
async function migrateFurther(): Promise<void> {
  await migrate(database);
  await transactionIn(database, 'BEGIN', (client) =>
    client.query('INSERT INTO rappel.migrations (number) VALUES ($1)', [MIGRATIONS.length + 1]),
  );
}

function startNode(folder: string, pool: SqlPool = database) {
  const node = { id: `node-${Math.random()}`, url: '', host: 'test', version: '1' };
  return startHub(folder, {
    cluster: (folders) => createCluster({ pool, databaseUrl: URL, folders, node, log() {} }),
  });
}

describe('a node of a hub whose tables a newer Rappel changed', () => {
  it('does not start: requests would be sent to it that it can not answer', async () => {
    const folder = await hubFolder(['anna']);
    await migrateFurther();
    await expect(startNode(folder)).rejects.toMatchObject({ message: NEWER, hint: 'Update Rappel here.' });
  });

  it('goes on where it runs already, so that nodes can be renewed one after the other', async () => {
    const folder = await hubFolder(['anna']);
    const node = await startNode(folder);
    await migrateFurther();
    const put = {
      method: 'POST',
      body: JSON.stringify({ path: 'bucket/a.md', base: null, text: 'The kettle is red.\n' }),
    };
    expect((await node.ask('anna', '/api/files/save', put)).status).toBe(200);
    expect((await fetch(`${node.url}/health`)).status).toBe(200);
  });

  it('says so to clients where it learns that late', async () => {
    const folder = await hubFolder(['anna']);
    const pool = unsteadyPool(database);
    pool.cut = true;
    const node = await startNode(folder, pool);
    await migrateFurther();
    pool.cut = false;
    const refused = await node.post('anna', '/api/search', { question: 'kettle' });
    expect([refused.status, await refused.json()]).toMatchObject([
      503,
      { error: { code: 'busy', message: NEWER, hint: 'Update Rappel here.' } },
    ]);
  });
});

describe('the commands of a hub', () => {
  it('say that the tables are of a newer Rappel', async () => {
    const folder = await hubFolder(['anna']);
    await migrateFurther();
    const status = await readHubStatus(openVaultFolders(folder), { pool: database, url: URL });
    expect(status).toMatchObject({ problem: NEWER, hint: 'Update Rappel here.' });
    const folders = openVaultFolders(folder);
    await expect(removeVault(folders, 'anna', { pool: database, url: URL })).rejects.toMatchObject({
      code: 'busy',
      message: `${NEWER}, so no vault was removed`,
      hint: 'Update Rappel here.',
    });
    const wanted = { name: 'ben', remote: await hubFolder([]), language: 'en', env: {} } as const;
    await expect(addRemote(folders, { ...wanted, pool: database, databaseUrl: URL })).rejects.toMatchObject({
      code: 'busy',
      message: `${NEWER}, so no vault was added`,
      hint: 'Update Rappel here.',
    });
    await expect(createPeopleDatabase(database, URL).ask('SELECT 1')).rejects.toMatchObject({
      message: `${NEWER}, so it is not known who may do what`,
      hint: 'Update Rappel here.',
    });
  });

  it('look at an empty database and at the tables of each older version, and leave them as they are', async () => {
    const folders = openVaultFolders(await hubFolder(['anna']));
    const node = { id: 'old', url: 'http://old:4747', host: 'test', version: '0' };
    const rows = createLeaseRows(database, URL, node, 60_000);
    const seen = async () => {
      const { problem, vaults, nodes } = await readHubStatus(folders, { pool: database, url: URL });
      const steps = await transactionIn(database, 'BEGIN', (client) => lastMigration(client));
      return { problem, leader: vaults[0]?.leader, nodes: nodes.length, steps };
    };
    expect(await seen()).toEqual({ problem: null, leader: null, nodes: 0, steps: 0 });
    for (const number of MIGRATIONS.keys()) {
      await migrate(database, MIGRATIONS.slice(0, number + 1));
      await rows.renew();
      await rows.take(folders.idOf('anna')!, 'anna');
      expect(await seen()).toEqual({ problem: null, leader: node.url, nodes: 1, steps: number + 1 });
    }
  });
});
