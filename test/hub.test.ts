import { cpSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { readHubStatus } from '../src/hub/hub-status.js';
import { removeVault } from '../src/hub/remove-vault.js';
import { openVaultFolders } from '../src/hub/vault-folders.js';
import { currentLease } from '../src/service/locks/lease.js';
import { readStateFormat } from '../src/service/state/state-format.js';
import { writeSyncSetting } from '../src/service/state/sync-setting.js';
import { createQueue } from '../src/service/updates/queue.js';
import { systemClock } from '../src/shared/clock.js';
import { newId } from '../src/shared/ids.js';
import { hubFolder, startHub, tokenIn } from './support/hub.js';
import { rappel } from './support/rappel.js';

/** Every address of the API that shows something without changing anything, with files that only one vault has. */
const READS = [
  ...['health', 'home', 'status', 'tree', 'activities', 'inbox', 'history', 'findings', 'updates', 'kept'],
  ...['files/bucket/secret.md', 'links/bucket/secret.md', 'tokens', 'settings', 'clients', 'capture', 'sync'],
];

async function twoVaults(options: { idleMs?: number } = {}) {
  const folder = await hubFolder(['anna', 'bob']);
  writeFileSync(join(folder, 'anna', 'bucket', 'secret.md'), '# Zeppelin\n\nThe zeppelin is orange.\n');
  return { folder, ...(await startHub(folder, options)) };
}

describe('a hub', () => {
  it('serves each vault with all its doors below an address of its own', async () => {
    const { url, ask, post, folder } = await twoVaults();
    expect(await (await ask('anna', '/api/health')).json()).toMatchObject({
      vault: join(folder, 'anna'),
      url: `${url}/v/anna`,
    });
    const found = await post('anna', '/api/search', { question: 'zeppelin' });
    expect(await found.text()).toContain('orange');
    const hello = {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } },
    };
    const mcp = await ask('anna', '/mcp', {
      method: 'POST',
      body: JSON.stringify(hello),
      headers: { accept: 'application/json, text/event-stream' },
    });
    expect(await mcp.text()).toContain('"serverInfo"');
    const events = await ask('anna', '/api/events');
    expect(new TextDecoder().decode((await events.body!.getReader().read()).value)).toContain('event: hello');
    const moved = await fetch(`${url}/v/anna`, { redirect: 'manual' });
    expect([moved.status, moved.headers.get('location')]).toEqual([308, 'anna/']);
    expect(await (await fetch(`${url}/health`)).json()).toEqual({ status: 'ok', problem: null });
    const metrics = await (await fetch(`${url}/metrics`)).text();
    expect(metrics).toMatch(/^rappel_hub_vaults 2$/m);
    expect(metrics).toMatch(/^rappel_hub_requests_total\{answered="here"\} [1-9]/m);
    expect(metrics).not.toContain('anna');
    expect((await fetch(`${url}/metrics`, { headers: { 'x-forwarded-for': '10.0.0.9' } })).status).toBe(404);
    expect((await fetch(`${url}/v/anna/`)).headers.get('content-security-policy')).toContain("'none'");
  });

  it('stops serving a removed vault, keeps its files, and takes it back', async () => {
    const { ask, folder } = await twoVaults();
    const folders = openVaultFolders(folder);
    const root = join(folder, 'anna');
    const events = (await ask('anna', '/api/events')).body!.getReader();
    await createQueue({ root, clock: systemClock }).admit({ text: 'x', images: [], inbox_ref: null });
    expect(await removeVault(folders, 'anna', null)).toEqual({
      root,
      remote: null,
      waiting: expect.any(Number),
    });
    expect((await ask('anna', '/api/health')).status).toBe(401);
    expect((await ask('bob', '/api/health')).status).toBe(200);
    // Its streams end, so that a page connects again and learns of it.
    const drain = async () => {
      while (!(await events.read()).done);
    };
    await expect(drain()).rejects.toThrow('terminated');
    await vi.waitUntil(() => currentLease(root) === null, 10_000);
    expect([folders.names(), existsSync(join(root, 'bucket', 'secret.md'))]).toEqual([['bob'], true]);
    await expect(removeVault(folders, 'anna', null)).rejects.toMatchObject({ code: 'not_found' });
    const id = readStateFormat(root)?.vault;
    await folders.add('anna', 'en');
    expect((await ask('anna', '/api/files/bucket/secret.md')).status).toBe(200);
    expect(folders.idOf('anna')).toBe(id);
  });

  it('removes no vault that nodes may share while it does not know their database', async () => {
    const { ask, folder } = await twoVaults();
    const [folders, root] = [openVaultFolders(folder), join(folder, 'anna')];
    expect((await ask('anna', '/api/health')).status).toBe(200);
    writeSyncSetting(root, {
      remote: join(folder, '..', 'remote'),
      machine: { id: newId(), name: 'one' },
      ...{ agreed: null, agreedOn: null, problem: null, rewritten: null },
    });
    await expect(removeVault(folders, 'anna', null)).rejects.toMatchObject({
      code: 'busy',
      message: expect.stringContaining('DATABASE_URL is not set'),
    });
    expect(folders.names()).toContain('anna');
  });

  it('makes a removed copy of a shared vault a vault of its own, unless the vault comes back', async () => {
    const folders = openVaultFolders(await hubFolder(['anna']));
    const id = folders.idOf('anna')!;
    folders.remove('anna', { isCopy: true });
    expect(folders.join('anna', id, () => {})).toBe(true);
    expect(folders.idOf('anna')).toBe(id);
    folders.remove('anna', { isCopy: true });
    await folders.add('anna', 'en');
    expect(folders.idOf('anna')).not.toBe(id);
  });

  it('shows nothing of a vault to the tokens and browsers of another', async () => {
    const { ask, post, url, folder } = await twoVaults();
    const own = tokenIn(folder, 'bob');
    await post('anna', '/api/search', { question: 'zeppelin' });
    const login = await ask('bob', '/api/session', {
      method: 'POST',
      body: JSON.stringify({ token: own }),
      headers: { origin: url },
    });
    const cookie = login.headers.get('set-cookie')!.split(';')[0]!;
    expect((await fetch(`${url}/v/bob/api/health`, { headers: { cookie } })).status).toBe(200);
    for (const path of READS) {
      for (const headers of [{ authorization: `Bearer ${own}` }, { cookie }, {}] as Record<string, string>[])
        expect([path, (await fetch(`${url}/v/anna/api/${path}`, { headers })).status]).toEqual([path, 401]);
      expect([path, /zeppelin/i.test(await (await ask('bob', `/api/${path}`)).text())]).toEqual([
        path,
        false,
      ]);
    }
    expect(await (await post('bob', '/api/search', { question: 'zeppelin' })).text()).not.toMatch(/orange/);
    for (const path of [
      '../anna/bucket/secret.md',
      '/../anna/bucket/secret.md',
      '..%2Fanna%2Fbucket%2Fsecret.md',
    ])
      expect(await (await ask('bob', `/api/files/${path}`)).text()).not.toMatch(/orange/);
  });

  it('answers for a vault that is not there as for one whose token is not known', async () => {
    const { url } = await twoVaults();
    for (const path of ['/api/health', '/api/session', '/api/files/x.md', '/mcp', '/x', '/assets/x.js']) {
      const answers = ['anna', 'nosuch'].map(async (name) => {
        const answer = await fetch(`${url}/v/${name}${path}`);
        return [answer.status, await answer.text(), [...answer.headers.keys()]];
      });
      const [there, nowhere] = await Promise.all(answers);
      expect(nowhere).toEqual(there);
    }
  });

  it('opens no vault for strangers, and closes one that nobody uses', async () => {
    const { url, ask, post, folder } = await twoVaults({ idleMs: 200 });
    const isOpen = (name: string) => existsSync(join(folder, name, '.rappel', 'service.json'));
    await fetch(`${url}/v/anna/api/health`);
    await fetch(`${url}/v/anna/`);
    expect(isOpen('anna')).toBe(false);
    const listening = new AbortController();
    const stream = await ask('bob', '/api/events', { signal: listening.signal });
    expect((await ask('anna', '/api/health')).status).toBe(200);
    await vi.waitUntil(() => !isOpen('anna'), { timeout: 120_000 });
    // Its stream is a user.
    expect(isOpen('bob')).toBe(true);
    writeFileSync(join(folder, 'anna', 'bucket', 'later.md'), 'A gondola came later.\n');
    expect(await (await post('anna', '/api/search', { question: 'gondola' })).text()).toContain('later.md');
    listening.abort();
    await stream.text().catch(() => {});
    await vi.waitUntil(() => !isOpen('bob'), { timeout: 120_000 });
  });

  it('names copies of a vault, and makes one a vault of its own', async () => {
    const folder = await hubFolder(['anna']);
    cpSync(join(folder, 'anna'), join(folder, 'copy'), { recursive: true });
    const folders = openVaultFolders(folder);
    expect((await readHubStatus(folders, null)).copies).toEqual([['anna', 'copy']]);
    const original = folders.idOf('anna');
    await folders.add('copy', 'en');
    expect((await readHubStatus(folders, null)).copies).toEqual([]);
    expect(folders.idOf('anna')).toBe(original);
    expect(tokenIn(folder, 'copy')).not.toBe(tokenIn(folder, 'anna'));
    await expect(folders.add('copy', 'en')).rejects.toMatchObject({ code: 'exists' });
  });

  it('files what waited when it was stopped, without a request', async () => {
    const folder = await hubFolder(['anna', 'bob']);
    const queue = createQueue({ root: join(folder, 'anna'), clock: { now: () => new Date() } });
    await queue.admit({ text: 'Buy a red kettle', images: [], inbox_ref: null });
    await startHub(folder);
    await vi.waitUntil(() => queue.waiting().length === 0, { timeout: 120_000 });
    expect(existsSync(join(folder, 'bob', '.rappel', 'service.json'))).toBe(false);
  });

  it('goes on where a vault is to be stopped, and says how to end it', async () => {
    const { url, ask, folder } = await twoVaults();
    await ask('anna', '/api/health');
    const stopped = await rappel(['stop'], { vault: join(folder, 'anna') });
    expect([stopped.code, stopped.err]).toEqual([
      1,
      expect.stringContaining(`a hub serves this vault, and others, at ${url}`),
    ]);
    expect(stopped.err).toContain(`kill ${process.pid}`);
    expect((await ask('bob', '/api/health')).status).toBe(200);
  });
});
