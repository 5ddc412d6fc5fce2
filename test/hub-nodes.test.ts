import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { examineHub } from '../src/cli/doctor/hub-checks.js';
import { type ClusterTimes, createCluster, createLeaseRows } from '../src/hub/cluster.js';
import type { SqlPool } from '../src/hub/database/sql.js';
import { readHubStatus } from '../src/hub/hub-status.js';
import { openVaultFolders } from '../src/hub/vault-folders.js';
import { createQueue } from '../src/service/updates/queue.js';
import { systemClock } from '../src/shared/clock.js';
import { hubFolder, shareVault, startHub } from './support/hub.js';
import { openPglite, unsteadyPool } from './support/postgres.js';
import { tempFolder } from './support/temp-vault.js';

/** A busy machine may not turn its event loop for a second. */
const SHORT = { leaseMs: 3_000, renewMs: 300 };
const databaseUrl = 'postgresql://db/rappel';
const NOTHING = { lost() {}, waits() {}, removed() {}, left() {} };
const nodeOf = (id: string) => ({ id, url: id, host: 't', version: '1' });
let database: SqlPool;
beforeAll(async () => {
  database = await openPglite();
}, 300_000);

function clusterOf(folder: string, id: string, times?: ClusterTimes, pool = database) {
  const folders = openVaultFolders(folder);
  return createCluster({ pool, databaseUrl, folders, log() {}, node: nodeOf(id), ...(times && { times }) });
}

function startNode(folder: string, pool: SqlPool = database) {
  const node = { ...nodeOf(`node-${Math.random()}`), url: '' };
  const log = () => {};
  return startHub(folder, {
    cluster: (folders) => createCluster({ pool, databaseUrl, folders, node, log, times: SHORT }),
  });
}

describe('a node of a hub', () => {
  it('says on the machine, and not through a proxy, which database does not answer', async () => {
    const pool = unsteadyPool(database);
    const { url, hub } = await startNode(await hubFolder([]), pool);
    pool.cut = true;
    await vi.waitUntil(() => hub.cluster!.problem() !== null, { timeout: 120_000 });
    const health = async (headers: Record<string, string>) => {
      const answer = await fetch(`${url}/health`, { headers });
      expect(answer.status).toBe(503);
      return (await answer.json()) as { problem: string };
    };
    expect((await health({})).problem).toContain('db/rappel');
    expect(await health({ 'x-forwarded-for': '10.0.0.9' })).toEqual({
      status: 'degraded',
      problem: 'PostgreSQL does not answer',
    });
  });

  it('that is the only one serves vaults without a remote, also after one that was killed', async () => {
    const folder = await hubFolder(['anna', 'bob']);
    const queue = createQueue({ root: join(folder, 'anna'), clock: systemClock });
    await queue.admit({ text: 'Buy a red kettle', images: [], inbox_ref: null });
    const killed = createLeaseRows(database, '', nodeOf('killed'), 2_000);
    const folders = openVaultFolders(folder);
    await killed.renew();
    for (const name of ['bob', 'anna']) await killed.take(folders.idOf(name)!, name);
    const node = await startNode(folder);
    await vi.waitUntil(() => node.hub.cluster!.leads('anna'), { timeout: 120_000 });
    await vi.waitUntil(() => !node.hub.hasWork('anna'), { timeout: 120_000 });
    // Without work, it is left to its first request.
    expect(node.hub.cluster!.leads('bob')).toBe(false);
    expect(await (await node.ask('bob', '/api/health')).json()).toMatchObject({ url: `${node.url}/v/bob` });
  });

  it('refuses a vault without a remote while another node runs, and says how to give it one', async () => {
    const folder = await hubFolder(['anna']);
    const other = clusterOf(tempFolder(), 'other');
    await other.start('other', NOTHING);
    const node = await startNode(folder);
    const refused = await node.ask('anna', '/api/health');
    const message = 'this vault has no remote, so only a hub with one node can serve it';
    const hint = `Give it one while no node serves it: rappel hub add ${folder} anna --remote REMOTE`;
    expect([refused.status, await refused.json()]).toMatchObject([
      503,
      { error: { code: 'busy', reason: 'hub.no_remote', message, hint } },
    ]);
    const folders = openVaultFolders(folder);
    const status = () => readHubStatus(folders, { pool: database, url: databaseUrl });
    expect((await status()).vaults.find(({ name }) => name === 'anna')).toMatchObject({
      problem: message,
      hint,
    });
    const findings = await examineHub(folder, { pool: database, url: databaseUrl }, {});
    expect(findings).toContainEqual({ area: 'vault anna', ok: false, says: message, next: hint });
    await other.stop();
    expect((await node.ask('anna', '/api/health')).status).toBe(200);
    expect((await status()).vaults.find(({ name }) => name === 'anna')).toMatchObject({ problem: null });
  });
});

describe('a lease', () => {
  it('is left alone by the others until its leader had time to find PostgreSQL again', async () => {
    const folder = await hubFolder(['late']);
    await shareVault(folder, 'late', { pool: database, databaseUrl });
    const vault = openVaultFolders(folder).idOf('late')!;
    const leader = createLeaseRows(database, '', nodeOf('leader'), 1);
    await leader.renew();
    await leader.take(vault, 'late');
    const { client, release } = await database.connect();
    await client.query(
      `INSERT INTO rappel.updates (vault, id, digest, accepted, content) VALUES ($1, 'u', '', '', '{}')`,
      [vault],
    );
    release(false);
    const pool = unsteadyPool(database);
    pool.cut = true;
    const other = clusterOf(folder, 'back', SHORT, pool);
    const seen: { name: string; at: number }[] = [];
    const waits = (name: string) => void seen.push({ name, at: performance.now() });
    await other.start('back', { ...NOTHING, waits });
    onTestFinished(() => other.stop());
    pool.cut = false;
    await vi.waitUntil(() => other.problem() === null, { timeout: 120_000, interval: 5 });
    const back = performance.now();
    expect(await other.leaderOf('late')).toBe('leader');
    await vi.waitUntil(() => seen.length > 0, { timeout: 120_000, interval: 5 });
    expect(seen[0]!.name).toBe('late');
    expect(seen[0]!.at - back).toBeGreaterThan(SHORT.renewMs);
  });

  it('is given back by a node that has it without knowing it', async () => {
    const folder = await hubFolder(['anna']);
    const vault = openVaultFolders(folder).idOf('anna')!;
    const one = clusterOf(folder, 'unaware', SHORT);
    const other = createLeaseRows(database, '', nodeOf('waiting'), 1_000);
    await one.start('unaware', NOTHING);
    onTestFinished(() => one.stop());
    // As when PostgreSQL answers too late, or is gone when the vault is given back.
    await one.rows.take(vault, 'anna');
    expect(await other.take(vault, 'anna')).toBe(false);
    await vi.waitUntil(async () => (await other.leaderOf(vault)) === null, { timeout: 120_000 });
    expect(await other.take(vault, 'anna')).toBe(true);
  });
});
