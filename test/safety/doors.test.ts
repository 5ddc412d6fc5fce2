import { chmodSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createPlace, type Place, type Running, startService } from '../soak/harness.js';
import { canBeOtherUser, type RawRequest, sendAsOtherUser } from '../support/other-user.js';

const JSON_TYPE = { 'content-type': 'application/json' };
const SECRET = 'the word nobody else may read';

async function served(args: string[] = []): Promise<{ place: Place; service: Running }> {
  const place = createPlace();
  onTestFinished(() => place.remove());
  place.put('bucket/secret.md', `${SECRET}\n`);
  return { place, service: await startService(place, { args }) };
}

describe.skipIf(!canBeOtherUser)('Another user of this machine (tested as root on Linux only)', () => {
  it('gets nothing from a service on loopback, over HTTP, MCP, event streams and the page', async () => {
    const { place, service } = await served();
    const rpc = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
    const update = { method: 'POST', path: '/api/update', headers: JSON_TYPE, body: '{"text":"intruded"}' };
    // Once closed, the system lists a socket as one of root; and none of them may leave anything behind.
    const gone = await sendAsOtherUser(service.url, Array(40).fill({ ...update, closes: 'gone' }));
    expect(gone.filter(({ status }) => status !== 0 && status !== 403)).toEqual([]);
    const requests: RawRequest[] = [
      { path: '/' },
      { path: '/favicon.svg' },
      { path: '/assets/index.js' },
      { path: '/api/health' },
      { path: '/api/session' },
      { path: '/api/tree' },
      { path: '/api/files/bucket/secret.md' },
      { path: '/api/events' },
      { path: '/api/updates/list' },
      { method: 'POST', path: '/api/settings/read', headers: { origin: service.url } },
      { method: 'POST', path: '/api/tokens/list', headers: { origin: service.url } },
      { method: 'POST', path: '/api/imports/begin', headers: { origin: service.url } },
      { method: 'POST', path: '/api/exports/prepare', headers: { origin: service.url } },
      { method: 'POST', path: '/api/clients/connect', headers: { origin: service.url } },
      { method: 'POST', path: '/api/tools/read', headers: JSON_TYPE, body: '{"paths":"bucket/secret.md"}' },
      {
        method: 'POST',
        path: '/mcp',
        headers: { ...JSON_TYPE, accept: 'application/json, text/event-stream' },
        body: JSON.stringify(rpc),
      },
      { path: '/mcp', headers: { accept: 'text/event-stream', 'mcp-session-id': 'x' } },
      update,
      { ...update, closes: 'half' },
    ];
    const answers = await sendAsOtherUser(service.url, requests);
    for (const [at, { status, text }] of answers.entries()) {
      expect([0, 403], `${requests[at]!.path}: ${text}`).toContain(status);
      expect(text).not.toContain(SECRET);
    }
    expect(answers.slice(0, 18).map(({ status }) => status)).toEqual(Array(18).fill(403));

    // The user who started it notices no difference.
    expect((await service.request('GET', '/api/health')).status).toBe(200);
    expect((await service.request('GET', '/api/files/bucket/secret.md')).body).toContain(SECRET);
    expect((await service.request('GET', '/api/updates/list')).body).toEqual({ updates: [] });
    expect(readdirSync(place.vault)).toContain('bucket');
  });

  it('gets nothing where the token is asked for, not even with the link another browser used', async () => {
    const { place, service } = await served(['--token']);
    const page = readFileSync(join(place.vault, '.rappel/login.html'), 'utf8');
    const code = /#login=([\w-]+)/.exec(page)![1]!;
    const redeem: RawRequest = {
      method: 'POST',
      path: '/api/session',
      headers: JSON_TYPE,
      body: JSON.stringify({ code }),
    };
    expect((await service.request('POST', '/api/session', { code })).status).toBe(200);
    const requests: RawRequest[] = [
      redeem,
      { path: '/api/health' },
      { path: '/api/events' },
      { path: '/api/files/bucket/secret.md' },
      { method: 'POST', path: '/mcp', headers: JSON_TYPE, body: '{}' },
    ];
    const answers = await sendAsOtherUser(service.url, requests);
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
  });
});

describe('What Rappel keeps of a vault', () => {
  it('is closed to other users, also where an earlier version left it open', async () => {
    const { place, service } = await served();
    const kept = () => {
      const cache = join(place.folder, 'cache', 'rappel');
      // The program's compiled code holds nothing of a vault.
      const index = readdirSync(cache, { recursive: true, encoding: 'utf8' })
        .filter((name) => !name.startsWith('code'))
        .map((name) => join(cache, name));
      const state = ['', 'token', 'service.json'].map((name) => join(place.vault, '.rappel', name));
      return [cache, ...index, ...state].filter((path) => existsSync(path));
    };
    const openToOthers = () => kept().filter((path) => (statSync(path).mode & 0o077) !== 0);
    await service.request('POST', '/api/tools/search', { queries: ['word'] });
    expect(kept().some((path) => path.endsWith('index.sqlite-wal'))).toBe(true);
    expect(openToOthers()).toEqual([]);

    await service.stop();
    for (const path of kept()) if (!path.endsWith('token')) chmodSync(path, 0o755);
    const again = await startService(place);
    await again.request('POST', '/api/tools/search', { queries: ['word'] });
    expect(openToOthers()).toEqual([]);
  });
});

describe('Strangers without the token', () => {
  it('cannot lock its owner out, however many requests they leave unfinished', async () => {
    const { place, service } = await served(['--host', '0.0.0.0']);
    const token = readFileSync(join(place.vault, '.rappel/token'), 'utf8').trim();
    const { hostname, port, host } = new URL(service.url.replace('0.0.0.0', '127.0.0.1'));
    const head = `POST /api/session HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json\r\n`;
    const stalled = Array.from({ length: 400 }, (_, at) => {
      const socket = connect(Number(port), hostname).on('error', () => {});
      // Half of them with the beginning of a body, half without even a whole head.
      socket.write(at % 2 === 0 ? `${head}content-length: 100\r\n\r\n{` : head);
      return socket;
    });
    onTestFinished(() => stalled.forEach((socket) => void socket.destroy()));
    await Promise.all(
      stalled.map((socket) => new Promise((done) => socket.once('connect', done).once('close', done))),
    );
    for (let round = 0; round < 5; round++) {
      const answer = await fetch(`http://${host}/api/health`, {
        headers: { authorization: `Bearer ${token}` },
      });
      expect(answer.status).toBe(200);
    }
  });
});

describe('The page of another site', () => {
  it('is refused on every route, and may link to the page', async () => {
    const { service } = await served();
    const status = async (path: string, mode: string, dest: string) => {
      const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': mode, 'sec-fetch-dest': dest };
      return (await rawGet(service.url, path, headers)).status;
    };
    for (const path of [
      '/api/health',
      '/api/files/bucket/secret.md',
      '/api/events',
      '/api/capture/status',
      '/api/sync/status',
      '/api/exports/x',
      '/mcp',
      '/',
      '/favicon.svg',
    ])
      expect(await status(path, 'no-cors', 'image'), path).toBe(403);
    expect(await status('/api/files/bucket/secret.md', 'navigate', 'document')).toBe(403);
    expect(await status('/', 'navigate', 'iframe')).toBe(403);
    expect(await status('/', 'navigate', 'document')).toBe(200);
  });
});

/** `fetch` sets these headers itself. */
function rawGet(url: string, path: string, headers: Record<string, string>): Promise<{ status: number }> {
  return new Promise((resolve, reject) => {
    const asked = request(url + path, { headers, agent: false }, (response) => {
      response.destroy();
      resolve({ status: response.statusCode! });
    });
    asked.on('error', reject).end();
  });
}
