import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { createAgents } from '../src/agents/create-agents.js';
import { type ClusterTimes, createCluster } from '../src/hub/cluster.js';
import type { HubOptions } from '../src/hub/create-hub.js';
import type { SqlPool } from '../src/hub/database/sql.js';
import { readHubStatus } from '../src/hub/hub-status.js';
import { openPeople } from '../src/hub/people/open-people.js';
import { addRemote } from '../src/hub/remotes/add-remote.js';
import { removeVault } from '../src/hub/remove-vault.js';
import { openVaultFolders } from '../src/hub/vault-folders.js';
import { indexFile } from '../src/search/cache-folder.js';
import { createGitHistory } from '../src/service/history/open-history.js';
import { historyHead } from '../src/service/history/store.js';
import { readSyncSetting } from '../src/service/state/sync-setting.js';
import { systemClock } from '../src/shared/clock.js';
import { parsePath } from '../src/vault/paths.js';
import { hubFolder, startHub, tokenIn } from './support/hub.js';
import { openPglite, unsteadyPool } from './support/postgres.js';
import { tempFolder } from './support/temp-vault.js';

const SHORT: ClusterTimes = { leaseMs: 3_000, renewMs: 300 };
const databaseUrl = 'postgresql://db/rappel';
let database: SqlPool;
beforeAll(async () => {
  database = await openPglite();
}, 300_000);

/** A vault whose nodes meet at a folder, and someone who may use it. */
async function makeHub(name: string) {
  const first = tempFolder();
  const remote = join(tempFolder(), 'remote.git');
  const folders = openVaultFolders(first);
  const ENV = { PATH: process.env.PATH, HOME: tempFolder(), XDG_CACHE_HOME: tempFolder() };
  const share = () =>
    addRemote(folders, { name, remote, language: 'en', env: ENV, pool: database, databaseUrl });
  await folders.add(name, 'en');
  mkdirSync(join(first, name, 'projects', 'alpha'), { recursive: true });
  writeFileSync(join(first, name, 'projects', 'alpha', 'description.md'), '# alpha\n\nA project.\n');
  await share();
  const people = openPeople({ pool: database, databaseUrl, folders, log: () => {} });
  const email = `${name}@example.org`;
  const { code } = await people.people.invite(email, name, 'owner', null);
  const origin = { address: '127.0.0.1', browser: 'test' };
  const secret = await people.accounts.join(code!, 'correct horse battery', origin, null);
  const signedIn = (await people.sessions.find(secret!))!;
  const wanted = { name, vault: name, role: 'owner' as const, folders: null };
  const { token } = await people.tokens.create(signedIn, wanted, '127.0.0.1');

  async function start(folder: string, id: string, options: Partial<HubOptions> = {}) {
    const pool = unsteadyPool(database);
    const node = { id: `${id}-${Math.random()}`, url: '', host: 'test', version: '1' };
    const said: string[] = [];
    const log = (message: string) => void said.push(message);
    const started = await startHub(folder, {
      log,
      ...options,
      cluster: (found) => createCluster({ pool, databaseUrl, folders: found, node, log, times: SHORT }),
      people: (found) => openPeople({ pool, databaseUrl, folders: found, log }),
    });
    const ask = (path: string, init: RequestInit = {}) => started.ask(name, path, { ...init, token });
    const post = (path: string, body: object) => ask(path, { method: 'POST', body: JSON.stringify(body) });
    return {
      ...started,
      pool,
      said,
      ask,
      post,
      /** With a token of another kind. */
      askAs: (given: string, path: string, init: RequestInit = {}) =>
        started.ask(name, path, { ...init, token: given }),
      root: join(folder, name),
      leads: () => started.hub.cluster!.leads(name),
      write: (path: string, text: string) => post('/api/files/save', { path, base: null, text }),
      update: (id_: string, text: string) => post('/api/update', { id: id_, text }),
    };
  }
  return { first, remote, folders, share, start };
}

/** How often a text is in the notes of a copy. */
function countIn(root: string, text: string): number {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md') && !path.startsWith('.rappel') && path !== 'tree.md')
    .reduce((sum, path) => sum + readFileSync(join(root, path), 'utf8').split(text).length - 1, 0);
}

/** Whether the remote has everything that a copy has recorded. */
function isAgreed(root: string): boolean {
  return historyHead(root) === readSyncSetting(root)!.agreed;
}

const soon = (isSo: () => boolean | Promise<boolean>) =>
  vi.waitUntil(isSo, { timeout: 120_000, interval: 50 });

describe('two nodes of a hub', () => {
  it('hand a vault over through its remote, of which each has a copy before it needs one', async () => {
    const { first, start } = await makeHub('anna');
    const one = await start(first, 'one');
    expect((await one.write('bucket/a.md', 'The kettle is red.\n')).status).toBe(200);
    const history = createGitHistory({ root: one.root, clock: systemClock });
    await soon(async () => (await history.list({ path: parsePath('bucket/a.md'), limit: 1 })).length === 1);
    await soon(() => isAgreed(one.root));
    const env = { PATH: process.env.PATH, HOME: tempFolder(), XDG_CACHE_HOME: tempFolder() };
    const two = await start(tempFolder(), 'two', { env });
    // It has a copy before it needs one, and an index of it.
    await soon(() => existsSync(join(two.root, 'bucket', 'a.md')));
    await soon(() => existsSync(indexFile(two.root, env)));
    expect([one.leads(), two.leads()]).toEqual([true, false]);
    // Any node answers: the second one asks the first.
    await soon(async () => (await two.ask('/api/health')).status === 200);
    expect(await (await two.ask('/api/health')).json()).toMatchObject({ url: `${one.url}/v/anna` });
    await one.close();
    expect(existsSync(join(one.root, '.rappel', 'unsent'))).toBe(false);
    expect(await (await two.ask('/api/files/bucket/a.md')).text()).toContain('red');
    expect((await two.write('bucket/b.md', 'A gondola.\n')).status).toBe(200);
    expect(two.leads()).toBe(true);
  });

  it('file an update once if the node that accepted it dies before filing it, even when that node is back', async () => {
    const { first, start } = await makeHub('ben');
    const agents = createAgents({ model: null, key: null, language: 'en' });
    const file: typeof agents.file = ({ signal }) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))));
    const one = await start(first, 'one', { agents: { ...agents, file } });
    expect((await one.update('u1', 'For @alpha: a red kettle <u1>.')).status).toBe(202);
    one.pool.cut = true;
    const two = await start(tempFolder(), 'two');
    // Without a request: the update waits in PostgreSQL.
    await soon(() => two.leads());
    await soon(() => countIn(two.root, '<u1>') === 1);
    expect((await two.update('u1', 'For @alpha: a red kettle <u1>.')).status).toBe(202);
    expect((await two.update('u1', 'Something else')).status).toBe(409);
    one.pool.cut = false;
    await soon(() => !one.leads());
    await soon(() => !existsSync(join(one.root, '.rappel', 'unsent')));
    await two.close();
    expect((await one.update('u1', 'For @alpha: a red kettle <u1>.')).status).toBe(202);
    expect(one.leads()).toBe(true);
    expect(one.hub.hasWork('ben')).toBe(false);
    expect([countIn(one.root, '<u1>'), countIn(two.root, '<u1>')]).toEqual([1, 1]);
    await soon(async () => (await waitingRows()).length === 0);
  });

  it('answer for each other: the leader writes, its events go through both, and strangers open nothing', async () => {
    const { first, start } = await makeHub('fay');
    const [one, two] = [await start(first, 'one'), await start(tempFolder(), 'two')];
    const strange = await one.askAs('wrong', '/api/updates/list', { method: 'POST', body: '{}' });
    expect([strange.status, existsSync(join(one.root, '.rappel', 'service.json'))]).toEqual([401, false]);
    expect((await one.write('bucket/a.md', 'The kettle is red.\n')).status).toBe(200);
    await soon(async () => (await two.ask('/api/health')).status === 200);
    const events = await two.ask('/api/events');
    const reader = events.body!.getReader();
    let heard = '';
    const hear = async (text: string) => {
      while (!heard.includes(text)) heard += new TextDecoder().decode((await reader.read()).value);
    };
    await hear('event: hello');
    expect((await two.write('bucket/b.md', 'A gondola.\n')).status).toBe(200);
    // Files beside the folders too, for which the folder of the vault itself is made where it is missing.
    expect((await two.write('plans.md', 'A plan.\n')).status).toBe(200);
    await hear('bucket/b.md');
    await reader.cancel();
    expect(await (await two.post('/api/search', { question: 'gondola' })).text()).toContain('b.md');
    expect([one.leads(), two.leads()]).toEqual([true, false]);
    // Nobody is let in with another vault's token on the way.
    const others = tokenIn(await hubFolder(['bob']), 'bob');
    expect((await two.askAs(others, '/api/health')).status).toBe(401);
    const { vaults } = await readHubStatus(openVaultFolders(first), { pool: database, url: databaseUrl });
    expect(vaults.find(({ name }) => name === 'fay')).toMatchObject({ leader: one.url });
  });

  it('merge what one still writes that is cut off from PostgreSQL while the other leads', async () => {
    const { first, start } = await makeHub('gil');
    const [one, two] = [await start(first, 'one'), await start(tempFolder(), 'two')];
    const own = tokenIn(first, 'gil');
    const text = '# Colours\n\nThe kettle is red.\n\nThe door is blue.\n';
    expect((await one.write('bucket/a.md', text)).status).toBe(200);
    await soon(() => isAgreed(one.root));
    one.pool.cut = true;
    await soon(async () => (await two.ask('/api/health')).status === 200 && two.leads());
    // It does not know yet that it leads the vault no more.
    const path = '/api/files/save';
    const change = ({ root }: typeof one, from: string, to: string) => {
      const base = readFileSync(join(root, 'bucket', 'a.md'), 'utf8');
      const body = JSON.stringify({ path: 'bucket/a.md', base, text: base.replace(from, to) });
      return { method: 'POST', body };
    };
    const head = historyHead(two.root);
    expect((await two.ask(path, change(two, 'blue', 'green <two>'))).status).toBe(200);
    // A copy that leads no more gets what the remote has when it sends its own, and the rest when it leads again.
    const isSent = () => ![head, null].includes(historyHead(two.root)) && isAgreed(two.root);
    await soon(isSent);
    expect((await one.askAs(own, path, change(one, 'red', 'white <one>'))).status).toBe(200);
    const update = { method: 'POST', body: '{"text":"A kettle"}' };
    expect((await one.askAs(own, '/api/update', update)).status).toBe(503);
    expect(one.leads()).toBe(true);
    one.pool.cut = false;
    await soon(() => !one.leads());
    for (const mark of ['<one>', '<two>'])
      for (const { root } of [two, one]) await soon(() => countIn(root, mark) === 1);
    expect(two.leads()).toBe(true);
    expect(one.said.join('\n')).toContain('PostgreSQL is back');
  });

  it('merge what a node had not sent when it ended, without doubles', async () => {
    const { first, remote, start } = await makeHub('cleo');
    const one = await start(first, 'one');
    await soon(async () => (await one.ask('/api/health')).status === 200);
    renameSync(remote, `${remote}-away`);
    expect((await one.write('bucket/a.md', 'A gondola <a>.\n')).status).toBe(200);
    expect((await one.update('u2', 'For @alpha: a red kettle <u2>.')).status).toBe(202);
    await soon(() => countIn(one.root, '<u2>') === 1 && !one.hub.hasWork('cleo'));
    await one.close();
    renameSync(`${remote}-away`, remote);
    const two = await start(tempFolder(), 'two');
    await soon(() => two.leads());
    await soon(() => countIn(two.root, '<u2>') === 1);
    expect(countIn(two.root, '<a>')).toBe(0);
    const again = await start(first, 'again');
    await soon(() => countIn(two.root, '<a>') === 1);
    await soon(() => !existsSync(join(again.root, '.rappel', 'unsent')));
    expect([countIn(again.root, '<u2>'), countIn(two.root, '<u2>')]).toEqual([1, 1]);
    expect([again.leads(), two.leads()]).toEqual([false, true]);
  });

  it('open a vault without its remote only on the node that led it last', async () => {
    const { first, remote, start } = await makeHub('dan');
    const one = await start(first, 'one');
    expect((await one.write('bucket/a.md', 'The kettle is red.\n')).status).toBe(200);
    const two = await start(tempFolder(), 'two');
    await one.close();
    renameSync(remote, `${remote}-away`);
    const refused = await two.ask('/api/files/bucket/a.md');
    expect([refused.status, JSON.parse(await refused.text()).error.message]).toEqual([
      503,
      expect.stringContaining(
        "this vault can't be opened now, because this node can't get its newest changes: ",
      ),
    ]);
    const again = await start(first, 'again');
    expect(await (await again.ask('/api/files/bucket/a.md')).text()).toContain('red');
    expect((await again.write('bucket/b.md', 'A gondola.\n')).status).toBe(200);
    renameSync(`${remote}-away`, remote);
    await again.close();
    expect(await (await two.ask('/api/files/bucket/b.md')).text()).toContain('gondola');
  });

  it('stop serving a removed vault, keep their copies, and serve it again when it is added', async () => {
    const { first, remote, folders, share, start } = await makeHub('eve');
    const [one, two] = [await start(first, 'one'), await start(tempFolder(), 'two')];
    expect((await one.write('bucket/a.md', 'The kettle is red.\n')).status).toBe(200);
    await soon(async () => (await two.ask('/api/health')).status === 200);
    const found = await removeVault(folders, 'eve', { pool: database, url: databaseUrl });
    expect(found).toEqual({ root: one.root, remote, waiting: 0 });
    await soon(() => [one, two].every(({ hub }) => !hub.names().includes('eve')));
    for (const node of [one, two]) expect((await node.ask('/api/health')).status).toBe(401);
    expect(readFileSync(join(one.root, 'bucket', 'a.md'), 'utf8')).toContain('red');
    const { vaults } = await readHubStatus(folders, { pool: database, url: databaseUrl });
    expect(vaults.map(({ name }) => name)).not.toContain('eve');

    await share();
    await soon(() => [one, two].every(({ hub }) => hub.names().includes('eve')));
    await soon(async () => (await two.ask('/api/health')).status === 200);
    expect(await (await two.ask('/api/files/bucket/a.md')).text()).toContain('red');
  });
});

function waitingRows() {
  return database.connect().then(async ({ client, release }) => {
    try {
      return await client.query('SELECT id FROM rappel.updates WHERE content IS NOT NULL OR waits');
    } finally {
      release(false);
    }
  });
}
