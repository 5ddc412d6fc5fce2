import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { tempFolder, tempVault } from '../../test/support/temp-vault.js';
import { createServedMemory } from '../memory/served-memory.js';
import { createService } from '../service/create-service.js';
import { SESSION_SECONDS } from '../shared/login-secrets.js';
import { createApp } from './app.js';
import { createGate } from './gate.js';
import { createSessions } from './sessions.js';

const OWN = 'http://10.0.0.1:4747';

const prove = () => ({ pid: 1, hash: 'none' });

async function locked(token: string | null = 'secret') {
  const temp = tempVault({ 'bucket/a.md': 'un\n' });
  const service = await createService({
    vault: temp.vault,
    engine: await temp.context.engine(),
    language: 'en',
    log: () => {},
  });
  onTestFinished(() => service.stop());
  const gateOf = (with_: string | null) =>
    with_ === null ? null : createGate(with_, createSessions(temp.root, with_));
  let gate = gateOf(token);
  const open = () =>
    createApp(createServedMemory(service), {
      host: gate === null ? '127.0.0.1' : '0.0.0.0',
      gate,
      prove,
      version: '1',
    });
  let app = open();
  const ask = (method: string, path: string, headers: Record<string, string> = {}, body?: unknown) =>
    app.request(`${OWN}${path}`, {
      method,
      headers: {
        host: token === null ? 'localhost' : '10.0.0.1:4747',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const enter = (given: string, headers: Record<string, string> = { origin: OWN }) =>
    ask('POST', '/api/session', headers, { token: given });
  const cookieOf = (response: Response) => response.headers.get('set-cookie')!.split(';')[0]!;
  const restart = (with_ = token) => {
    gate = gateOf(with_);
    app = open();
  };
  return { ...temp, ask, enter, cookieOf, restart, issueCode: () => gate!.issueCode() };
}

describe('The page beyond loopback', () => {
  it('lets a browser in with the token, and out again', async () => {
    const { ask, enter, cookieOf } = await locked();
    expect(await (await ask('GET', '/api/session')).json()).toMatchObject({ needed: true, open: false });
    const entered = await enter('secret');
    expect(entered.status).toBe(200);
    const set = entered.headers.get('set-cookie')!;
    expect(set).toMatch(/^rappel_4747=/);
    for (const part of ['HttpOnly', 'SameSite=Strict', 'Path=/', `Max-Age=${SESSION_SECONDS}`])
      expect(set).toContain(part);
    expect(set).not.toContain('Secure');
    const cookie = cookieOf(entered);
    for (const path of ['/api/health', '/api/tree', '/api/files/bucket/a.md', '/api/activities/list'])
      expect((await ask('GET', path, { cookie, 'sec-fetch-site': 'same-origin' })).status).toBe(200);
    const stream = await ask('GET', '/api/events', { cookie });
    expect(stream.headers.get('content-type')).toContain('text/event-stream');
    await stream.body!.cancel();
    expect((await ask('POST', '/api/tools/tree', { cookie, origin: OWN }, {})).status).toBe(200);
    expect(await (await ask('GET', '/api/session', { cookie })).json()).toMatchObject({
      needed: true,
      open: true,
      role: 'owner',
    });

    const left = await ask('DELETE', '/api/session', { cookie, origin: OWN });
    expect(left.headers.get('set-cookie')).toContain('Max-Age=0');
    expect((await ask('GET', '/api/health', { cookie })).status).toBe(401);
  });

  it('shows nobody anything without it but the page itself, which holds nothing', async () => {
    const { ask } = await locked();
    for (const path of [
      '/api/health',
      '/api/events',
      '/api/files/bucket/a.md',
      '/api/session/x',
      '/api/sessions',
      '/API/health/../../api/health',
      '/%61pi/health',
      '/mcp',
    ])
      expect([401, 404], path).toContain((await ask('GET', path)).status);
    for (const path of ['//api/health', '/api//health', '/', '/file/bucket/a.md']) {
      const text = await (await ask('GET', path)).text();
      expect(text, path).not.toContain('chunks');
      expect(text, path).not.toContain('un\n');
    }
  });

  it('refuses a forged, foreign or misused cookie', async () => {
    const { ask, enter, cookieOf } = await locked();
    const cookie = cookieOf(await enter('secret'));
    const status = async (headers: Record<string, string>, method = 'GET', path = '/api/health') =>
      (await ask(method, path, headers, method === 'POST' ? {} : undefined)).status;
    expect(await status({ cookie: 'rappel_4747=secret' })).toBe(401);
    expect(await status({ cookie: `${cookie}x` })).toBe(401);
    expect(await status({ cookie: cookie.replace('4747', '4748') })).toBe(401);
    expect(await status({ cookie, origin: 'http://evil.example' })).toBe(403);
    expect(await status({ cookie, origin: 'http://10.0.0.1:8080' })).toBe(403);
    expect(await status({ cookie, host: 'evil.example' })).toBe(403);
    for (const site of ['cross-site', 'same-site'])
      expect(await status({ cookie, 'sec-fetch-site': site }), site).toBe(403);
    // A form of another page sends no Origin in old browsers; ours always does.
    expect(await status({ cookie }, 'POST', '/api/tools/tree')).toBe(401);
    expect(await status({ cookie, origin: OWN }, 'POST', '/api/tools/tree')).toBe(200);
    expect((await enter('secret', { origin: 'http://evil.example' })).status).toBe(403);
    // A wrong token is wrong, whatever the cookie says.
    expect(await status({ cookie, authorization: 'Bearer wrong' })).toBe(401);
  });

  it('refuses a wrong token in a sentence, and lets the right one in however many were wrong', async () => {
    const { enter } = await locked();
    for (let attempt = 0; attempt < 20; attempt++) {
      const refused = await enter('wrong');
      expect(refused.status).toBe(401);
      expect(refused.headers.get('set-cookie')).toBeNull();
      expect(((await refused.json()) as { error: { message: string } }).error.message).toBe('wrong token');
    }
    expect((await enter('secret')).status).toBe(200);
  });

  it('lets one browser in with a login link, once', async () => {
    const { ask, cookieOf, issueCode } = await locked();
    const code = issueCode();
    const redeem = (given: string) => ask('POST', '/api/session', { origin: OWN }, { code: given });
    expect((await redeem(`${code}x`)).status).toBe(401);
    const entered = await redeem(code);
    expect(entered.status).toBe(200);
    expect((await ask('GET', '/api/health', { cookie: cookieOf(entered) })).status).toBe(200);
    expect((await redeem(code)).status).toBe(401);
    expect((await ask('GET', '/api/health', { authorization: `Bearer ${issueCode()}` })).status).toBe(401);
  });

  it('reads no more than a token where one is given', async () => {
    const { enter } = await locked();
    expect((await enter('x'.repeat(5_000))).status).toBe(413);
  });

  it('keeps a browser in over a restart, until the token is another', async () => {
    const { ask, enter, cookieOf, restart, root } = await locked();
    const cookie = cookieOf(await enter('secret'));
    restart();
    expect((await ask('GET', '/api/health', { cookie })).status).toBe(200);
    expect(readFileSync(join(root, '.rappel/state.db'), 'latin1')).not.toContain(cookie.split('=')[1]!);
    restart('another');
    expect((await ask('GET', '/api/health', { cookie })).status).toBe(401);
  });

  it('marks the cookie as secure behind TLS', async () => {
    const { enter } = await locked();
    const entered = await enter('secret', { origin: OWN.replace('http', 'https') });
    expect(entered.headers.get('set-cookie')).toContain('Secure');
  });

  it('wants nothing on loopback', async () => {
    const { ask } = await locked(null);
    expect(await (await ask('GET', '/api/session')).json()).toMatchObject({ needed: false, open: true });
    expect((await ask('POST', '/api/session', {}, { token: 'x' })).headers.get('set-cookie')).toBeNull();
  });
});

describe('Sessions', () => {
  it('end by themselves, and are not without number', () => {
    let now = 0;
    const sessions = createSessions(tempFolder(), 'secret', () => now);
    const first = sessions.open();
    expect(sessions.has(first)).toBe(true);
    now = SESSION_SECONDS * 1_000;
    expect(sessions.has(first)).toBe(false);
    const all = Array.from({ length: 101 }, () => sessions.open());
    expect(sessions.has(all[0]!)).toBe(false);
    expect(sessions.has(all[1]!)).toBe(true);
  });
});
