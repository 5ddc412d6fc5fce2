import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scriptedModel } from '../../test/support/scripted-model.js';
import { type Sent, servedApp, VAULT_TOKEN } from '../../test/support/served-app.js';
import { allOperations } from '../operations/list.js';

const MODEL = { provider: 'anthropic', name: 'some-model', key: 'sk-secret-of-the-user' };

const CURSOR = { name: 'cursor' };

/** Everything that changes this machine rather than the vault. */
const CHANGES: [address: string, body?: object][] = [
  ['/api/settings/save-model', { model: MODEL }],
  ['/api/settings/test-model', { model: MODEL }],
  ['/api/settings/local-models'],
  ['/api/settings/save-language', { language: 'fr' }],
  ['/api/settings/save-search-endpoint', { role: 'rerank', endpoint: null }],
  ['/api/settings/trim-history'],
  ['/api/clients/preview', CURSOR],
  ['/api/capture/mode', { mode: 'paused' }],
  ['/api/capture/remove', { session: 'x' }],
  ['/api/clients/connect', CURSOR],
  ['/api/clients/disconnect', CURSOR],
  ['/api/tokens/create', { name: 'intruder' }],
  ['/api/tokens/revoke', { id: 'intruder' }],
  ['/api/sync/preview', { remote: '/tmp' }],
  ['/api/sync/set-up', { remote: '/tmp' }],
  ['/api/sync/off'],
];

it('knows every operation that changes this machine', async () => {
  const known = await allOperations();
  const own = known.filter(([, { ownPage }]) => ownPage).map(([name]) => `/api/${name}`);
  expect(own.sort()).toEqual(CHANGES.map(([address]) => address).sort());
});

describe('What changes this machine', () => {
  it('is refused to a page elsewhere, a proxy, a program, and whoever has only a token', async () => {
    const { ask, home, config, root } = await servedApp({}, { token: true });
    const bearer = { authorization: `Bearer ${VAULT_TOKEN}` };
    const { login } = await servedApp({}, { token: true });
    const foreign = await login(VAULT_TOKEN);
    const wrong: Record<string, Sent> = {
      'a token instead of a session': { headers: bearer },
      'a token from elsewhere': { headers: bearer, from: '192.168.1.7' },
      'a session of another vault': { headers: foreign },
    };
    for (const [address, body] of CHANGES)
      for (const [who, sent] of Object.entries(wrong)) {
        const { status } = await ask('POST', address, { ...sent, body });
        expect([401, 403], `${address} with ${who}`).toContain(status);
      }
    expect(existsSync(join(config, 'rappel'))).toBe(false);
    expect(existsSync(join(home, '.cursor'))).toBe(false);
    expect(existsSync(join(root, '.rappel/state.db'))).toBe(false);
  });

  it('is refused to a browser that logged in on another machine, or through a proxy', async () => {
    const publicUrl = 'https://memory.example.org';
    const { ask, login, home } = await servedApp({}, { token: true, publicUrl });
    const session = await login(VAULT_TOKEN);
    const wrong: Sent[] = [
      { headers: session, from: '192.168.1.7' },
      { headers: session, from: '::ffff:192.168.1.7' },
      { headers: session, host: '192.168.1.2:4747' },
      { headers: { ...session, 'x-forwarded-for': '192.168.1.7' } },
      { headers: { ...session, forwarded: 'for=192.168.1.7' } },
      { headers: session, origin: false },
      // A proxy that hides itself, at its public address.
      { headers: { ...session, origin: publicUrl } },
    ];
    for (const sent of wrong) {
      const { status } = await ask('POST', '/api/clients/connect', { ...sent, body: CURSOR });
      expect([401, 403], JSON.stringify(sent)).toContain(status);
      const { json } = await ask('POST', '/api/settings/read', sent);
      if (sent.origin !== false && sent.headers?.origin === undefined)
        expect(json.can_change, JSON.stringify(sent)).toBe(false);
    }
    expect(existsSync(join(home, '.cursor'))).toBe(false);
    expect((await ask('POST', '/api/settings/read', { headers: session })).json.can_change).toBe(true);
    expect((await ask('POST', '/api/clients/connect', { headers: session, body: CURSOR })).status).toBe(200);
  });
});

describe('The settings', () => {
  it('keep a key where the command line keeps it, and never give it out', async () => {
    const { ask, config } = await servedApp();
    expect((await ask('POST', '/api/settings/save-model', { body: { model: MODEL } })).status).toBe(200);
    const keys = join(config, 'rappel', 'keys.json');
    expect(JSON.parse(readFileSync(keys, 'utf8'))).toEqual({ anthropic: MODEL.key });
    expect(statSync(keys).mode & 0o777).toBe(0o600);
    const { json } = await ask('POST', '/api/settings/read');
    expect(json).toMatchObject({ model: { provider: 'anthropic', name: 'some-model' }, fixed: false });
    expect(json.providers[0]).toEqual({ name: 'anthropic', key: 'saved' });
    expect(JSON.stringify(json)).not.toContain(MODEL.key);
    expect((await ask('POST', '/api/settings/save-model', { body: { model: null } })).status).toBe(200);
    expect((await ask('POST', '/api/settings/read')).json.model).toBeNull();
    const wrong = await ask('POST', '/api/settings/save-model', {
      body: { model: { ...MODEL, key: 'two words' } },
    });
    expect(wrong.status).toBe(400);
    expect(JSON.stringify(wrong.json)).not.toContain('two words');
  });

  it('try a model with one real note, and send a saved key only where it belongs', async () => {
    const { ask } = await servedApp();
    const { url, requests } = await scriptedModel('openai', [{ text: 'I call no tools.' }]);
    const model = { provider: 'openai-compatible', name: 'scripted', base_url: url };
    const saved = { ...model, base_url: 'http://127.0.0.1:1/v1', key: 'for-another-address' };
    await ask('POST', '/api/settings/save-model', { body: { model: saved } });
    const { json, status } = await ask('POST', '/api/settings/test-model', { body: { model } });
    expect(status).toBe(200);
    expect(json).toMatchObject({ works: false });
    expect(json.says[0]).toBe("scripted can't file notes: it called no tool.");
    expect(requests).not.toEqual([]);
    expect(JSON.stringify(requests)).not.toContain('for-another-address');
    const none = await ask('POST', '/api/settings/test-model', { body: { model: null } });
    expect(none.status).toBe(502);
  });

  it('connect an assistant as `rappel install` does, and undo it to the byte', async () => {
    const { ask, home, root } = await servedApp();
    const file = join(home, '.cursor', 'mcp.json');
    const before = '{ "mcpServers": { "other": { "env": { "KEY": "secret-of-another" } } } } // mine\n';
    mkdirSync(join(home, '.cursor'));
    writeFileSync(file, before);
    const shown = await ask('POST', '/api/clients/preview', { body: CURSOR });
    const hooks = join(home, '.cursor', 'hooks.json');
    expect(shown.json).toMatchObject({ files: [{ file }, { file: hooks }], changed: true });
    expect(shown.json.files[0].lines.join('\n')).toContain(root);
    expect(JSON.stringify(shown.json)).not.toContain('secret-of-another');
    expect(readFileSync(file, 'utf8')).toBe(before);
    expect((await ask('POST', '/api/clients/connect', { body: CURSOR })).json.next).toContain('Cursor');
    const cursor = async () =>
      (await ask('POST', '/api/clients/list')).json.clients.find(
        ({ name }: { name: string }) => name === 'cursor',
      );
    expect(await cursor()).toEqual({ name: 'cursor', title: 'Cursor', connected: true, last_used: null });
    const { memory } = await servedApp();
    await memory.clientUsed('elsewhere');
    expect((await ask('POST', '/api/clients/disconnect', { body: CURSOR })).status).toBe(200);
    expect(readFileSync(file, 'utf8')).toBe(before);
    expect((await ask('POST', '/api/clients/connect', { body: { name: 'nobody' } })).status).toBe(404);
  });

  it('say when an assistant was last used, also one that nobody installs', async () => {
    const { ask, memory, service } = await servedApp();
    await service.caughtUp;
    await memory.clientUsed('claude-code');
    await memory.clientUsed('my-own-agent');
    await memory.clientUsed('  ');
    const { clients, others } = (await ask('POST', '/api/clients/list')).json;
    expect(clients[0]).toMatchObject({ name: 'claude-code', last_used: expect.any(Number) });
    expect(others).toEqual([{ client: 'my-own-agent', last: expect.any(Number) }]);
  });
});

describe('A named token', () => {
  it('opens everything but the settings, is stored as a hash, and ends with its sessions when it is revoked', async () => {
    const { ask, login, root } = await servedApp({}, { token: true });
    const session = await login(VAULT_TOKEN);
    const made = await ask('POST', '/api/tokens/create', { headers: session, body: { name: 'laptop' } });
    expect(made.status).toBe(200);
    const { token, id } = made.json;
    expect(readFileSync(join(root, '.rappel/state.db'), 'latin1')).not.toContain(token);
    expect(statSync(join(root, '.rappel/state.db')).mode & 0o077).toBe(0);
    const bearer = { headers: { authorization: `Bearer ${token}` }, from: '192.168.1.7' };
    expect((await ask('GET', '/api/tree', bearer)).status).toBe(200);
    const other = await login(token);
    expect((await ask('GET', '/api/tree', { headers: other })).status).toBe(200);
    const { tokens } = (await ask('POST', '/api/tokens/list', bearer)).json;
    expect(tokens).toEqual([
      {
        id,
        name: 'laptop',
        folders: null,
        read_only: false,
        created: expect.any(String),
        last_used: expect.any(Number),
      },
    ]);
    expect(
      (await ask('POST', '/api/tokens/create', { headers: session, body: { name: 'laptop' } })).status,
    ).toBe(409);

    expect((await ask('POST', '/api/tokens/revoke', { headers: session, body: { id } })).status).toBe(200);
    expect((await ask('GET', '/api/tree', bearer)).status).toBe(401);
    expect((await ask('GET', '/api/tree', { headers: other })).status).toBe(401);
    expect((await ask('GET', '/api/tree', { headers: session })).status).toBe(200);
    expect((await ask('POST', '/api/tokens/revoke', { headers: session, body: { id } })).status).toBe(404);
  });
});
