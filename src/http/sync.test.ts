import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { servedApp } from '../../test/support/served-app.js';
import { tempFolder } from '../../test/support/temp-vault.js';

const SOON = { timeout: 30_000 };

it('sets up a sync in the page on this machine alone, and tells every client how it stands', async () => {
  const { ask, memory, service } = await servedApp({ 'a.md': 'one\n' });
  await service.caughtUp;
  const remote = join(tempFolder(), 'remote.git');
  expect((await ask('GET', '/api/sync')).json).toEqual({ sync: null });
  for (const [method, path] of [
    ['PUT', '/api/sync'],
    ['POST', '/api/sync/preview'],
    ['DELETE', '/api/sync'],
  ] as const)
    expect((await ask(method, path, { body: { remote }, origin: false })).status, path).toBe(403);
  expect((await ask('POST', '/api/sync', { body: {} })).json.error.code).toBe('not_found');

  const preview = await ask('POST', '/api/sync/preview', { body: { remote } });
  expect(preview.json).toMatchObject({ arrive: 0, merge: 0, is_meeting: false });
  expect((await ask('PUT', '/api/sync', { body: { remote, name: 'laptop' } })).status).toBe(200);
  expect((await ask('POST', '/api/sync', { body: {}, origin: false })).status).toBe(200);
  // The service records and sends by itself what it adds to a new vault.
  await vi.waitFor(async () => {
    const { sync } = (await ask('GET', '/api/sync', { origin: false })).json;
    expect(sync).toMatchObject({ remote, machine: 'laptop', waiting: 0, has_news: false, problem: null });
    expect(sync.machines).toMatchObject([{ name: 'laptop', is_this: true, has_everything: true }]);
  }, SOON);
  expect((await memory.status()).sync).toMatchObject({ remote, machine: 'laptop' });

  expect((await ask('PUT', '/api/sync', { body: { remote: 'nowhere' } })).json.error.code).toBe(
    'invalid_input',
  );
  await ask('DELETE', '/api/sync');
  expect((await ask('GET', '/api/sync')).json).toEqual({ sync: null });
});
