import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scriptedModel } from '../../test/support/scripted-model.js';
import { type Sent, servedApp, VAULT_TOKEN } from '../../test/support/served-app.js';

const MODEL = { provider: 'anthropic', name: 'some-model', key: 'sk-secret-of-the-user' };

/** Everything that changes this machine rather than the vault. */
const CHANGES: [method: string, path: string, body?: object][] = [
  ['PUT', '/api/settings/model', { model: MODEL }],
  ['POST', '/api/settings/model/test', { model: MODEL }],
  ['POST', '/api/settings/local-models'],
  ['PUT', '/api/settings/language', { language: 'fr' }],
  ['PUT', '/api/settings/search-endpoints?role=rerank', { endpoint: null }],
  ['POST', '/api/settings/history/trim'],
  ['POST', '/api/clients/cursor/preview'],
  ['PUT', '/api/capture', { mode: 'paused' }],
  ['POST', '/api/clients/cursor/connect'],
  ['POST', '/api/clients/cursor/disconnect'],
  ['POST', '/api/tokens', { name: 'intruder' }],
  ['DELETE', '/api/tokens/intruder'],
];

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
    for (const [method, path, body] of CHANGES)
      for (const [who, sent] of Object.entries(wrong)) {
        const { status } = await ask(method, path, { ...sent, body });
        expect([401, 403], `${method} ${path} with ${who}`).toContain(status);
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
      const { status } = await ask('POST', '/api/clients/cursor/connect', sent);
      expect([401, 403], JSON.stringify(sent)).toContain(status);
      const { json } = await ask('GET', '/api/settings', sent);
      if (sent.origin !== false && sent.headers?.origin === undefined)
        expect(json.can_change, JSON.stringify(sent)).toBe(false);
    }
    expect(existsSync(join(home, '.cursor'))).toBe(false);
    expect((await ask('GET', '/api/settings', { headers: session })).json.can_change).toBe(true);
    expect((await ask('POST', '/api/clients/cursor/connect', { headers: session })).status).toBe(200);
  });
});

describe('The settings', () => {
  it('keep a key where the command line keeps it, and never give it out', async () => {
    const { ask, config } = await servedApp();
    expect((await ask('PUT', '/api/settings/model', { body: { model: MODEL } })).status).toBe(200);
    const keys = join(config, 'rappel', 'keys.json');
    expect(JSON.parse(readFileSync(keys, 'utf8'))).toEqual({ anthropic: MODEL.key });
    expect(statSync(keys).mode & 0o777).toBe(0o600);
    const { json } = await ask('GET', '/api/settings');
    expect(json).toMatchObject({ model: { provider: 'anthropic', name: 'some-model' }, fixed: false });
    expect(json.providers[0]).toEqual({ name: 'anthropic', key: 'saved' });
    expect(JSON.stringify(json)).not.toContain(MODEL.key);
    expect((await ask('PUT', '/api/settings/model', { body: { model: null } })).status).toBe(200);
    expect((await ask('GET', '/api/settings')).json.model).toBeNull();
    const wrong = await ask('PUT', '/api/settings/model', {
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
    await ask('PUT', '/api/settings/model', { body: { model: saved } });
    const { json, status } = await ask('POST', '/api/settings/model/test', { body: { model } });
    expect(status).toBe(200);
    expect(json).toMatchObject({ works: false });
    expect(json.says[0]).toBe("scripted can't file notes: it called no tool.");
    expect(requests).not.toEqual([]);
    expect(JSON.stringify(requests)).not.toContain('for-another-address');
    const none = await ask('POST', '/api/settings/model/test', { body: { model: null } });
    expect(none.status).toBe(502);
  });

  it('connect an assistant as `rappel install` does, and undo it to the byte', async () => {
    const { ask, home, root } = await servedApp();
    const file = join(home, '.cursor', 'mcp.json');
    const before = '{ "mcpServers": { "other": { "env": { "KEY": "secret-of-another" } } } } // mine\n';
    mkdirSync(join(home, '.cursor'));
    writeFileSync(file, before);
    const shown = await ask('POST', '/api/clients/cursor/preview');
    const hooks = join(home, '.cursor', 'hooks.json');
    expect(shown.json).toMatchObject({ files: [{ file }, { file: hooks }], changed: true });
    expect(shown.json.files[0].lines.join('\n')).toContain(root);
    expect(JSON.stringify(shown.json)).not.toContain('secret-of-another');
    expect(readFileSync(file, 'utf8')).toBe(before);
    expect((await ask('POST', '/api/clients/cursor/connect')).json.next).toContain('Cursor');
    const cursor = async () =>
      (await ask('GET', '/api/clients')).json.clients.find(({ name }: { name: string }) => name === 'cursor');
    expect(await cursor()).toEqual({ name: 'cursor', title: 'Cursor', connected: true, last_used: null });
    const { memory } = await servedApp();
    await memory.clientUsed('elsewhere');
    expect((await ask('POST', '/api/clients/cursor/disconnect')).status).toBe(200);
    expect(readFileSync(file, 'utf8')).toBe(before);
    expect((await ask('POST', '/api/clients/nobody/connect')).status).toBe(404);
  });

  it('say when an assistant was last used, also one that nobody installs', async () => {
    const { ask, memory, service } = await servedApp();
    await service.caughtUp;
    await memory.clientUsed('claude-code');
    await memory.clientUsed('my-own-agent');
    await memory.clientUsed('  ');
    const { clients, others } = (await ask('GET', '/api/clients')).json;
    expect(clients[0]).toMatchObject({ name: 'claude-code', last_used: expect.any(Number) });
    expect(others).toEqual([{ client: 'my-own-agent', last: expect.any(Number) }]);
  });
});

describe('A named token', () => {
  it('opens everything but the settings, is stored as a hash, and ends with its sessions when it is revoked', async () => {
    const { ask, login, root } = await servedApp({}, { token: true });
    const session = await login(VAULT_TOKEN);
    const made = await ask('POST', '/api/tokens', { headers: session, body: { name: 'laptop' } });
    expect(made.status).toBe(201);
    const { token, id } = made.json;
    expect(readFileSync(join(root, '.rappel/state.db'), 'latin1')).not.toContain(token);
    expect(statSync(join(root, '.rappel/state.db')).mode & 0o077).toBe(0);
    const bearer = { headers: { authorization: `Bearer ${token}` }, from: '192.168.1.7' };
    expect((await ask('GET', '/api/tree', bearer)).status).toBe(200);
    const other = await login(token);
    expect((await ask('GET', '/api/tree', { headers: other })).status).toBe(200);
    const { tokens } = (await ask('GET', '/api/tokens', bearer)).json;
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
    expect((await ask('POST', '/api/tokens', { headers: session, body: { name: 'laptop' } })).status).toBe(
      409,
    );

    expect((await ask('DELETE', `/api/tokens/${id}`, { headers: session })).status).toBe(200);
    expect((await ask('GET', '/api/tree', bearer)).status).toBe(401);
    expect((await ask('GET', '/api/tree', { headers: other })).status).toBe(401);
    expect((await ask('GET', '/api/tree', { headers: session })).status).toBe(200);
    expect((await ask('DELETE', `/api/tokens/${id}`, { headers: session })).status).toBe(404);
  });
});
