import { existsSync, readdirSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { expect, it, onTestFinished, vi } from 'vitest';
import { servedApp, VAULT_TOKEN } from '../../test/support/served-app.js';
import { createMachines } from '../../test/support/sync-machines.js';
import { openServiceRemote } from '../service/sync/remotes/service-remote.js';
import { createVaultSync } from '../service/sync/sync-vault.js';

/** A service beyond loopback that offers its vault to other machines. */
async function serveShared(files: Record<string, string> = {}, isOffered = true) {
  const served = await servedApp(files, { token: true });
  const syncing = createVaultSync({
    vault: served.vault,
    env: process.env,
    language: 'en',
    afterChanges: async () => null,
  });
  if (isOffered) await syncing.setUp('here', 'server');
  const server = createServer(getRequestListener(served.app.fetch));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return { ...served, address, syncing };
}

function twoMachines(address: string, token: string | null) {
  const machines = createMachines();
  onTestFinished(machines.remove);
  const through = () => openServiceRemote(address, token);
  return [machines.machine('laptop', 0, through), machines.machine('desktop', -7, through)] as const;
}

it('is where other machines meet the vault of a service', async () => {
  const { address, root, get } = await serveShared({ 'notes.md': '# Notes\n\n- from the server\n' });
  const [a, b] = twoMachines(address, VAULT_TOKEN);
  a.write('a.md', `${'- one line of many\n'.repeat(10)}`);
  await a.sync();
  await vi.waitFor(() => expect(get('a.md')).toContain('one line'), { timeout: 120_000, interval: 100 });
  await b.sync();
  expect(b.read('notes.md')).toContain('- from the server\n');
  b.write('notes.md', `${b.read('notes.md')}- from the desktop\n`);
  await b.sync();
  await vi.waitFor(() => expect(get('notes.md')).toContain('desktop'), { timeout: 120_000, interval: 100 });
  await a.sync();
  expect(a.read('notes.md')).toContain('- from the server\n- from the desktop\n');
  const known = await openServiceRemote(address, VAULT_TOKEN).machines();
  expect(known.map(({ name }) => name).sort()).toEqual(['desktop', 'laptop', 'server']);
  expect(readdirSync(join(root, '.rappel', 'shared-uploads'))).toEqual([]);
  expect(statSync(join(root, '.rappel')).mode & 0o077).toBe(0);
});

it('is closed until its owner opens it, and to every token but one of the whole vault', async () => {
  const { address, memory, syncing, root } = await serveShared({ 'projects/a/x.md': 'x\n' }, false);
  const head = (token: string | null) => openServiceRemote(address, token).head();
  await expect(head(VAULT_TOKEN)).rejects.toThrow('this service offers no sync yet');
  expect(existsSync(join(root, '.rappel', 'shared.git'))).toBe(false);
  await syncing.setUp('here', null);
  const { token } = await memory.tokens.create('ci', ['projects/a'] as never);
  await expect(head(token)).rejects.toMatchObject({ code: 'not_found' });
  await expect(head('wrong')).rejects.toMatchObject({ code: 'protected' });
  await expect(head(null)).rejects.toMatchObject({ code: 'protected' });
  await expect(head((await memory.tokens.create('laptop')).token)).resolves.not.toThrow();
});

it('tells a machine that waits for news as soon as another one sent something', async () => {
  const { address } = await serveShared();
  const [a] = twoMachines(address, VAULT_TOKEN);
  const remote = openServiceRemote(address, VAULT_TOKEN);
  const { signal } = new AbortController();
  const unlike = await vi.waitFor(
    async () => {
      const head = await remote.head();
      expect(head).not.toBeNull();
      return head;
    },
    { timeout: 120_000 },
  );
  expect(await remote.head({ unlike: 'f'.repeat(40), signal })).toBe(unlike);
  const told = remote.head({ unlike, signal });
  a.write('a.md', 'one\n');
  await a.sync();
  expect(await told).not.toBe(unlike);
  const ended = new AbortController();
  const waiting = remote.head({ unlike: await remote.head(), signal: ended.signal });
  ended.abort();
  await expect(waiting).rejects.toThrow('could not be reached');
});

it('accepts nothing that Rappel would not write, and nothing that is too late', async () => {
  const { address, ask, memory } = await serveShared();
  const machine = { id: 'm', name: 'm', time: '2026-11-16T10:00:00' };
  const headers = { authorization: `Bearer ${VAULT_TOKEN}` };
  const put = (id: string, at: number, body: Buffer) =>
    ask('PUT', `/api/sync/shared/packs/${id}?at=${at}`, { headers, body });
  const push = (pack: string, head: string) =>
    ask('POST', '/api/sync/shared', { headers, body: { pack, head, expected: null, machine } });
  expect((await put('..%2Fx', 0, Buffer.from('x'))).status).toBe(400);
  expect((await put('p', 5, Buffer.from('x'))).status).toBe(400);
  expect((await put('p', 0, Buffer.from('PACK nonsense'))).status).toBe(200);
  expect((await push('none', '0'.repeat(40))).status).toBe(404);
  await vi.waitFor(
    async () => expect((await (await memory.run('sync/shared')).status()).head).not.toBeNull(),
    30_000,
  );
  expect((await push('p', '0'.repeat(40))).json).toEqual({ moved: false });
  const { head } = await (await memory.run('sync/shared')).status();
  expect((await put('q', 0, Buffer.from('PACK nonsense'))).status).toBe(200);
  const body = { pack: 'q', head: '1'.repeat(40), expected: head, machine };
  expect((await ask('POST', '/api/sync/shared', { headers, body })).status).toBe(400);
  expect((await (await memory.run('sync/shared')).status()).head).toBe(head);
  await expect(openServiceRemote(`${address}none/`, VAULT_TOKEN).head()).rejects.toThrow('no Rappel service');
});
