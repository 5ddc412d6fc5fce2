import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type ClusterTimes, createCluster } from '../src/hub/cluster.js';
import type { SqlPool } from '../src/hub/database/sql.js';
import { readHubStatus } from '../src/hub/hub-status.js';
import { createLeaseRows } from '../src/hub/lease-rows.js';
import { createValidity } from '../src/hub/validity.js';
import { openVaultFolders } from '../src/hub/vault-folders.js';
import { createQueue } from '../src/service/updates/queue.js';
import { createVault } from '../src/vault/vault.js';
import { hubFolder, startHub } from './support/hub.js';
import { openPglite, unsteadyPool } from './support/postgres.js';
import { tempFolder } from './support/temp-vault.js';

/** A busy machine may not turn its event loop for a second. */
const SHORT = { leaseMs: 3_000, renewMs: 300 };
let database: SqlPool;
beforeAll(async () => {
  database = await openPglite();
}, 300_000);

async function startNode(
  folder: string,
  id: string,
  pool: SqlPool = unsteadyPool(database),
  times?: ClusterTimes,
) {
  const node = { id: `${id}-${Math.random()}`, url: '', host: 'test', version: '1' };
  const said: string[] = [];
  const log = (message: string) => void said.push(message);
  const databaseUrl = 'postgresql://db/rappel';
  const started = await startHub(folder, {
    log,
    cluster: (folders) => createCluster({ pool, databaseUrl, folders, node, log, ...(times && { times }) }),
  });
  return { ...started, said };
}

/** Creates a file of the vault anna. */
function write(node: Awaited<ReturnType<typeof startNode>>, path: string, text: string): Promise<Response> {
  const body = JSON.stringify({ base: null, text });
  return node.ask('anna', `/api/files/${path}`, { method: 'PUT', body });
}

describe('two nodes of a hub', () => {
  it('lead each vault in turn: any node answers, the leader writes, and its events go through both', async () => {
    const folder = await hubFolder(['anna', 'bob']);
    const [one, two] = [await startNode(folder, 'one'), await startNode(folder, 'two')];
    // Nothing of a start is worth a warning.
    expect([...one.said, ...two.said]).toEqual([]);
    // A stranger opens nothing, whatever is sent.
    const strange = await one.ask('bob', '/api/updates', { method: 'POST', body: '{}', token: 'wrong' });
    expect([strange.status, existsSync(join(folder, 'bob', '.rappel', 'service.json'))]).toEqual([
      401,
      false,
    ]);
    expect((await write(one, 'bucket/a.md', 'The kettle is red.\n')).status).toBe(200);
    expect(await (await two.ask('anna', '/api/health')).json()).toMatchObject({ url: `${one.url}/v/anna` });
    const events = await two.ask('anna', '/api/events');
    const reader = events.body!.getReader();
    expect(new TextDecoder().decode((await reader.read()).value)).toContain('event: hello');
    expect((await write(two, 'bucket/b.md', 'A gondola.\n')).status).toBe(200);
    // Files beside the folders too, for which the folder of the vault itself is made where it is missing.
    expect((await write(two, 'plans.md', 'A plan.\n')).status).toBe(200);
    let heard = '';
    while (!heard.includes('bucket/b.md')) heard += new TextDecoder().decode((await reader.read()).value);
    expect(await (await two.post('anna', '/api/search', { question: 'gondola' })).text()).toContain('b.md');
    expect((await two.ask('bob', '/api/health')).status).toBe(200);
    expect(await (await one.ask('bob', '/api/health')).json()).toMatchObject({ url: `${two.url}/v/bob` });
    // Nobody is let in with another vault's token on the way.
    const wrong = readFileSync(join(folder, 'bob', '.rappel', 'token'), 'utf8').trim();
    expect((await two.ask('anna', '/api/health', { token: wrong })).status).toBe(401);
    const login = await two.ask('anna', '/api/session', {
      method: 'POST',
      body: JSON.stringify({ token: readFileSync(join(folder, 'anna', '.rappel', 'token'), 'utf8').trim() }),
      headers: { origin: two.url },
    });
    const cookie = login.headers.get('set-cookie')!.split(';')[0]!;
    expect(
      (
        await fetch(`${one.url}/v/anna/api/health`, {
          headers: { cookie: cookie.replace(/^rappel_\d+/, `rappel_${new URL(one.url).port}`) },
        })
      ).status,
    ).toBe(200);
    await reader.cancel();
    const status = await readHubStatus(openVaultFolders(folder), { pool: database, url: '' });
    expect(status.vaults).toMatchObject([
      { name: 'anna', leader: one.url },
      { name: 'bob', leader: two.url },
    ]);
    expect(status.nodes.filter(({ leads }) => leads === 1).length).toBe(2);
  });

  it('hand a vault over when one stops, with what it filed', async () => {
    const folder = await hubFolder(['anna']);
    const one = await startNode(folder, 'one');
    const two = await startNode(folder, 'two');
    await write(one, 'bucket/a.md', 'The kettle is red.\n');
    await one.close();
    expect(await (await two.post('anna', '/api/search', { question: 'kettle' })).text()).toContain('red');
    expect(await (await two.ask('anna', '/api/health')).json()).toMatchObject({ url: `${two.url}/v/anna` });
  });

  it('never both write: one that lost PostgreSQL stops before the other may begin, and reads on', async () => {
    const folder = await hubFolder(['anna']);
    const pool = unsteadyPool(database);
    const one = await startNode(folder, 'one', pool, SHORT);
    const written = async () =>
      [200, 409].includes((await write(one, 'bucket/a.md', 'The kettle is red.\n')).status);
    await vi.waitUntil(written, { timeout: 30_000, interval: 50 });
    pool.cut = true;
    await vi.waitUntil(async () => (await write(one, `bucket/${Date.now()}.md`, 'x\n')).status !== 200, {
      timeout: 30_000,
      interval: 50,
    });
    const refused = await write(one, 'bucket/late.md', 'x\n');
    expect([refused.status, JSON.parse(await refused.text()).error.message]).toEqual([
      503,
      "this vault can't be changed now, because PostgreSQL does not confirm that this node leads it",
    ]);
    expect(await (await one.ask('anna', '/api/files/bucket/a.md')).text()).toContain('red');
    expect(await (await one.post('anna', '/api/search', { question: 'kettle' })).text()).toContain('red');
    pool.cut = false;
    await vi.waitUntil(
      async () => (await write(one, `bucket/again-${Date.now()}.md`, 'x\n')).status === 200,
      { timeout: 30_000, interval: 50 },
    );
    expect(existsSync(join(folder, 'anna', 'bucket', 'late.md'))).toBe(false);
    expect(one.said.join('\n')).toContain('PostgreSQL is back');
  });

  it('say on the machine, and not through a proxy, which database does not answer', async () => {
    const pool = unsteadyPool(database);
    const { url, hub } = await startNode(await hubFolder([]), 'one', pool, SHORT);
    pool.cut = true;
    await vi.waitUntil(() => hub.cluster!.problem() !== null, { timeout: 10_000 });
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

  it('take over what a node leads that is cut off', async () => {
    const folder = await hubFolder(['anna']);
    const pool = unsteadyPool(database);
    const one = await startNode(folder, 'one', pool, SHORT);
    expect((await one.ask('anna', '/api/health')).status).toBe(200);
    pool.cut = true;
    const two = await startNode(folder, 'two');
    const isLed = async () =>
      (await (await two.ask('anna', '/api/health')).text()).includes(`${two.url}/v/anna`);
    await vi.waitUntil(isLed, { timeout: 30_000 });
    expect((await write(two, 'bucket/b.md', 'A gondola.\n')).status).toBe(200);
    pool.cut = false;
    await vi.waitUntil(() => !one.hub.cluster!.leads('anna'), { timeout: 30_000 });
    expect((await write(one, 'bucket/d.md', 'x\n')).status).toBe(200);
    expect(await (await one.ask('anna', '/api/health')).json()).toMatchObject({ url: `${two.url}/v/anna` });
  });

  it('file what waits in a vault whose leader is gone, and open others for the first request', async () => {
    const folder = await hubFolder(['anna', 'bob']);
    const node = await startNode(folder, 'two');
    const root = tempFolder();
    const queue = createQueue({ root, clock: { now: () => new Date() } });
    await queue.admit({ text: 'Buy a red kettle', images: [], inbox_ref: null });
    cpSync(join(root, '.rappel', 'queue'), join(folder, 'anna', '.rappel', 'queue'), { recursive: true });
    const gone = createLeaseRows(database, '', { id: 'gone', url: 'gone', host: 't', version: '1' }, 1);
    const folders = openVaultFolders(folder);
    for (const name of ['bob', 'anna']) await gone.take(folders.idOf(name)!, name);
    await vi.waitUntil(() => node.hub.cluster!.leads('anna'), { timeout: 30_000 });
    await vi.waitUntil(() => !node.hub.hasWork('anna'), { timeout: 30_000 });
    expect(node.hub.cluster!.leads('bob')).toBe(false);
    expect(await (await node.ask('bob', '/api/health')).json()).toMatchObject({ url: `${node.url}/v/bob` });
  });
});

describe('a fence', () => {
  function clusterOf(folder: string, id: string, times?: ClusterTimes) {
    const folders = openVaultFolders(folder);
    const node = { id, url: id, host: 't', version: '1' };
    return createCluster({
      pool: database,
      databaseUrl: '',
      folders,
      log: () => {},
      node,
      ...(times && { times }),
    });
  }

  it('is offered to the other nodes at once if work waits behind it', async () => {
    const folder = await hubFolder(['anna']);
    const [one, two] = [clusterOf(folder, 'leaving'), clusterOf(folder, 'looking')];
    await one.start('leaving', { lost() {}, resumed() {}, orphaned() {}, removed() {}, left() {} });
    await (await one.lead('anna')).release(true);
    await one.stop();
    const orphans: string[] = [];
    await two.start('looking', {
      lost() {},
      resumed() {},
      orphaned: (name) => void orphans.push(name),
      removed() {},
      left() {},
    });
    onTestFinished(() => two.stop());
    expect(orphans).toEqual(['anna']);
    await (await two.lead('anna')).release(false);
    expect((await two.rows.late(0)).filter(({ name }) => name === 'anna')).toEqual([]);
  });

  it('is above the numbers that the disk knows, also with a database that knows none of them', async () => {
    const folder = await hubFolder(['anna']);
    mkdirSync(join(folder, 'anna', '.rappel', 'drafts-41'));
    const one = clusterOf(folder, 'after a loss');
    await one.start('after a loss', { lost() {}, resumed() {}, orphaned() {}, removed() {}, left() {} });
    onTestFinished(() => one.stop());
    expect((await one.lead('anna')).fence).toBe(42);
    expect(existsSync(join(folder, 'anna', '.rappel', 'drafts-41'))).toBe(false);
  });

  it('is left alone by the others until its leader had time to find PostgreSQL again', async () => {
    const folder = await hubFolder(['anna']);
    const folders = openVaultFolders(folder);
    const node = (id: string) => ({ id, url: id, host: 't', version: '1' });
    const leader = createLeaseRows(database, '', node('late'), 1);
    await leader.renew();
    await leader.take(folders.idOf('anna')!, 'anna');
    const pool = unsteadyPool(database);
    pool.cut = true;
    const databaseUrl = 'postgresql://db/rappel';
    const other = createCluster({ pool, databaseUrl, folders, node: node('back'), log() {}, times: SHORT });
    const seen: { name: string; at: number }[] = [];
    await other.start('back', {
      lost() {},
      resumed() {},
      orphaned: (name) => void seen.push({ name, at: performance.now() }),
      removed() {},
      left() {},
    });
    onTestFinished(() => other.stop());
    pool.cut = false;
    await vi.waitUntil(() => other.problem() === null, { timeout: 10_000, interval: 5 });
    const back = performance.now();
    expect(await other.leaderOf('anna')).toBe('late');
    await vi.waitUntil(() => seen.length > 0, { timeout: 20_000, interval: 5 });
    expect(seen[0]!.name).toBe('anna');
    expect(seen[0]!.at - back).toBeGreaterThan(SHORT.renewMs);
  });

  it('is given back by a node that has its lease without knowing it', async () => {
    const folder = await hubFolder(['anna']);
    const vault = openVaultFolders(folder).idOf('anna')!;
    const one = clusterOf(folder, 'unaware', SHORT);
    const two = clusterOf(folder, 'waiting');
    await one.start('unaware', { lost() {}, resumed() {}, orphaned() {}, removed() {}, left() {} });
    onTestFinished(() => one.stop());
    // As when PostgreSQL answers too late, or is gone when the vault is given back.
    await one.rows.take(vault, 'anna');
    await expect(two.lead('anna')).rejects.toMatchObject({ code: 'busy' });
    await vi.waitUntil(async () => (await two.rows.leaderOf(vault)) === null, { timeout: 10_000 });
    expect((await two.rows.late(0)).map(({ name }) => name)).toContain('anna');
  });

  it('keeps a leader from its last step that was stopped before it, however long', async () => {
    const folder = await hubFolder(['anna']);
    const root = join(folder, 'anna');
    const [one, two] = [clusterOf(folder, 'first'), clusterOf(folder, 'second')];
    await one.start('first', { lost() {}, resumed() {}, orphaned() {}, removed() {}, left() {} });
    onTestFinished(() => one.stop());
    const lead = await one.lead('anna');
    const vault = createVault({ root, clock: { now: () => new Date() } });
    vault.save(vault.locate('bucket/a.md' as never), () => 'one\n');
    const drafts = join(root, '.rappel', `drafts-${lead.fence}`);
    expect(readdirSync(drafts)).toEqual([]);
    // A file that waits for its name, as in a process that was stopped there.
    writeFileSync(join(drafts, 'stopped.tmp'), 'late\n');
    await one.stop();
    await two.start('second', { lost() {}, resumed() {}, orphaned() {}, removed() {}, left() {} });
    onTestFinished(() => two.stop());
    expect((await two.lead('anna')).fence).toBe(lead.fence + 1);
    expect(() => renameSync(join(drafts, 'stopped.tmp'), join(root, 'bucket', 'a.md'))).toThrow('ENOENT');
    expect(() => writeFileSync(join(drafts, 'next.tmp'), 'late\n')).toThrow('ENOENT');
    expect(readFileSync(join(root, 'bucket', 'a.md'), 'utf8')).toContain('one');
  });

  it('counts by the faster of two clocks, from before the question', () => {
    let [awake, wall] = [0, 0];
    const validity = createValidity(100, [() => awake, () => wall]);
    expect(validity.isOver()).toBe(true);
    const confirm = validity.begin();
    awake = 90;
    confirm();
    expect(validity.isOver()).toBe(false);
    wall = 100;
    expect(validity.isOver()).toBe(true);
    wall = -1_000;
    expect(validity.isOver()).toBe(false);
    awake = 100;
    expect(validity.isOver()).toBe(true);
  });
});
