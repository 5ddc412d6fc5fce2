import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { servedApp } from '../../test/support/served-app.js';
import { tempFolder } from '../../test/support/temp-vault.js';
import { readSyncToken } from '../service/state/sync-setting.js';

const SOON = { timeout: 120_000 };

it('sets up a sync in the page on this machine alone, and tells every client how it stands', async () => {
  const { ask, memory, service: running, root } = await servedApp({ 'a.md': 'one\n' });
  await running.caughtUp;
  const remote = join(tempFolder(), 'remote.git');
  expect((await ask('GET', '/api/sync/status')).json).toEqual({ sync: null });
  for (const path of ['/api/sync/set-up', '/api/sync/preview', '/api/sync/off'])
    expect((await ask('POST', path, { body: { remote }, origin: false })).status, path).toBe(403);
  expect((await ask('POST', '/api/sync/now', { body: {} })).json.error.code).toBe('not_found');

  const preview = await ask('POST', '/api/sync/preview', { body: { remote } });
  expect(preview.json).toMatchObject({ arrive: 0, merge: 0, is_meeting: false });
  expect((await ask('POST', '/api/sync/set-up', { body: { remote, name: 'laptop' } })).status).toBe(200);
  expect((await ask('POST', '/api/sync/now', { body: {}, origin: false })).status).toBe(200);
  // The service records and sends by itself what it adds to a new vault.
  await vi.waitFor(async () => {
    const { sync } = (await ask('GET', '/api/sync/status', { origin: false })).json;
    expect(sync).toMatchObject({ remote, machine: 'laptop', waiting: 0, has_news: false, problem: null });
    expect(sync.machines).toMatchObject([{ name: 'laptop', is_this: true, has_everything: true }]);
  }, SOON);
  expect((await memory.run('status')).sync).toMatchObject({ remote, machine: 'laptop' });

  const encrypted = join(tempFolder(), 'encrypted');
  const made = await ask('POST', '/api/sync/preview', { body: { remote: encrypted, encrypt: true } });
  expect(made.json).toMatchObject({
    remote: `encrypted:${encrypted}`,
    made_key: expect.stringMatching(/^AGE-SECRET-KEY-1/),
  });
  const again = { remote: encrypted, encrypt: true, key: made.json.made_key };
  expect((await ask('POST', '/api/sync/preview', { body: again })).json).toMatchObject({ made_key: null });
  for (const wrong of [
    { ...again, key: 'x' },
    { ...again, remote: 'http://127.0.0.1:9/' },
  ])
    expect((await ask('POST', '/api/sync/preview', { body: wrong })).json.error.code).toBe('invalid_input');
  const service = { remote: 'http://127.0.0.1:9/', token: 'secret' };
  expect((await ask('POST', '/api/sync/preview', { body: service })).json.error.code).toBe('io');
  expect(readSyncToken(root, service.remote)).toBe('secret');

  expect((await ask('POST', '/api/sync/set-up', { body: { remote: 'nowhere' } })).json.error.code).toBe(
    'invalid_input',
  );
  await ask('POST', '/api/sync/off');
  expect((await ask('GET', '/api/sync/status')).json).toEqual({ sync: null });
});
