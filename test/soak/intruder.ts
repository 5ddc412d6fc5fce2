import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { createPlace, type Running, startService, until } from './harness.js';

interface Attempt {
  what: string;
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
  /** The status it must be answered with. */
  expect: number;
}

const ROUTES: [method: string, path: string][] = [
  ['GET', '/api/health'],
  ['GET', '/api/tree'],
  ['GET', '/api/events'],
  ['POST', '/api/update'],
  ['GET', '/api/updates'],
  ['GET', '/api/updates/x'],
  ['GET', '/api/updates/x/events'],
  ['POST', '/api/updates/x/retry'],
  ['POST', '/api/tools/read'],
  ['GET', '/api/files/overview.md'],
  ['GET', '/api/inbox'],
  ['GET', '/api/inbox/x'],
  ['GET', '/api/history'],
  ['GET', '/api/history/x'],
  ['POST', '/api/history/x/undo'],
  ['GET', '/api/activities'],
  ['GET', '/api/activities/x'],
  ['POST', '/api/questions'],
  ['POST', '/api/questions/x/stop'],
  ['POST', '/api/example'],
  ['POST', '/mcp'],
  ['GET', '/'],
  ['OPTIONS', '/api/update'],
  ['DELETE', '/api/files/overview.md'],
];

const TRICKS = [
  '../secret.txt',
  '..%2fsecret.txt',
  '%2e%2e/secret.txt',
  '%2e%2e%2fsecret.txt',
  '..%5csecret.txt',
  '%252e%252e%252fsecret.txt',
  'bucket/..%2f..%2fsecret.txt',
  '/etc/passwd',
  '%2fetc%2fpasswd',
  'C:%5cWindows',
  '.rappel/token',
  '.rappel%2ftoken',
  'bucket/.hidden.md',
  'overview.md%00.png',
  'link/secret.txt',
  '%c0%ae%c0%ae/secret.txt',
  '%zz',
];

const JSON_TYPE = { 'content-type': 'application/json' };

/** Requests that must be refused or bounded, and what they were answered: the table is the result. */
export async function intruderScenario({ streams, bodyBytes }: { streams: number; bodyBytes: number }) {
  const place = createPlace();
  const table: string[] = [];
  try {
    place.put('../secret.txt', 'GEHEIM');
    place.put('bucket/.hidden.md', 'GEHEIM');
    const local = await startService(place);
    const host = new URL(local.url).host;
    const attempts: Attempt[] = [
      ...ROUTES.flatMap(([method, path]): Attempt[] => [
        { what: 'foreign Host', method, path, headers: { host: 'evil.example' }, expect: 403 },
        {
          what: 'foreign Origin',
          method,
          path,
          headers: { host, origin: 'http://evil.example' },
          expect: 403,
        },
        { what: 'Origin null', method, path, headers: { host, origin: 'null' }, expect: 403 },
        {
          what: 'other port as Origin',
          method,
          path,
          headers: { host, origin: 'http://localhost:1' },
          expect: 403,
        },
      ]),
      {
        what: 'a form',
        method: 'POST',
        path: '/api/update',
        headers: { 'content-type': 'text/plain' },
        body: '{"text":"x"}',
        expect: 400,
      },
      { what: 'no JSON', method: 'POST', path: '/api/update', headers: JSON_TYPE, body: '{', expect: 400 },
      {
        what: 'a writing tool',
        method: 'POST',
        path: '/api/tools/write',
        headers: JSON_TYPE,
        body: '{}',
        expect: 404,
      },
      {
        what: 'an id that is a path',
        method: 'POST',
        path: '/api/update',
        headers: JSON_TYPE,
        body: '{"text":"x","id":"../../x"}',
        expect: 400,
      },
      {
        what: 'an image that is none',
        method: 'POST',
        path: '/api/update',
        headers: JSON_TYPE,
        body: '{"text":"x","images":[{"name":"x","media_type":"image/png","data":"PHN2Zz4="}]}',
        expect: 400,
      },
    ];
    for (const attempt of attempts) await refuse(local, attempt, table);
    for (const trick of TRICKS) {
      for (const path of [
        `/api/files/${trick}`,
        `/api/inbox/${trick}`,
        `/api/updates/${trick}`,
        `/api/history/${trick}`,
      ]) {
        const { status, text } = await send(local, { path, headers: { host } });
        table.push(`${status} path trick GET ${path}`);
        assert.ok(status >= 400 && status < 500, `${status} GET ${path}`);
        assert.ok(!text.includes('GEHEIM') && !text.includes('root:'), path);
      }
      const body = JSON.stringify({ paths: [decodeURIComponent(trick.replaceAll(/%(?:zz|c0|ae)/g, ''))] });
      const { text } = await send(local, {
        method: 'POST',
        path: '/api/tools/read',
        headers: { host, ...JSON_TYPE },
        body,
      });
      assert.ok(!text.includes('GEHEIM') && !text.includes('root:'), trick);
    }
    const rss = () =>
      Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${local.pid}/status`, 'utf8'))?.[1] ?? 0);
    const before = rss();
    table.push(`${await flood(local, bodyBytes, true)} a body of ${bodyBytes} bytes, announced`);
    table.push(`${await flood(local, bodyBytes, false)} a body of ${bodyBytes} bytes, in chunks`);
    const opened = await idleStreams(local, streams);
    const grownMb = Math.round((rss() - before) / 1024);
    assert.ok(opened.accepted <= 100, `${opened.accepted} streams are open`);
    assert.equal((await local.request('GET', '/api/health')).status, 200);
    opened.close();
    table.push(`${opened.accepted} of ${streams} idle streams served, ${opened.refused} refused`);
    assert.ok(grownMb < 300, `memory grew by ${grownMb} MB`);
    assert.equal(await local.stop(), 0);

    const open = await startService(place, { args: ['--host', '0.0.0.0'] });
    const port = new URL(open.url).port;
    const reached = { ...open, url: `http://127.0.0.1:${port}` };
    const token = readFileSync(join(place.vault, '.rappel', 'token'), 'utf8').trim();
    for (const [method, path] of ROUTES) {
      const ours = { host: `127.0.0.1:${port}` };
      // The page holds nothing of the memory: it is where the token is asked for.
      const expect = path === '/' ? 200 : 401;
      await refuse(reached, { what: 'no token', method, path, headers: ours, expect }, table);
      const wrong = { ...ours, authorization: `Bearer ${token.slice(0, -1)}x` };
      await refuse(reached, { what: 'wrong token', method, path, headers: wrong, expect }, table);
      const foreign = { host: 'evil.example', authorization: `Bearer ${token}` };
      await refuse(
        reached,
        { what: 'token, foreign Host', method, path, headers: foreign, expect: 403 },
        table,
      );
    }
    const right = { host: `127.0.0.1:${port}`, authorization: `Bearer ${token}` };
    assert.equal((await send(reached, { path: '/api/health', headers: right })).status, 200);
    assert.equal(await open.stop(), 0);
    return { requests: table.length, bodyBytes, streams, grownMb, table };
  } finally {
    place.remove();
  }
}

async function refuse(service: Running, attempt: Attempt, table: string[]): Promise<void> {
  const { status, headers } = await send(service, attempt);
  const line = `${status} ${attempt.what} ${attempt.method ?? 'GET'} ${attempt.path}`;
  table.push(line);
  assert.equal(status, attempt.expect, line);
  assert.equal(headers['access-control-allow-origin'], undefined, line);
}

/** Raw, because `fetch` sets Host and tidies paths up. */
function send(
  service: Running,
  { method = 'GET', path, headers = {}, body }: Omit<Attempt, 'what' | 'expect'>,
): Promise<{ status: number; text: string; headers: IncomingMessage['headers'] }> {
  const { hostname, port } = new URL(service.url);
  return new Promise((resolve, reject) => {
    const request = httpRequest({ hostname, port, method, path, headers, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part) => {
        text += part;
      });
      response.on('end', () => resolve({ status: response.statusCode!, text, headers: response.headers }));
    });
    request.on('error', reject);
    request.end(body);
  });
}

/** Sends a huge body until the service answers or hangs up; says how it ended. */
function flood(service: Running, bytes: number, announced: boolean): Promise<string> {
  const { hostname, port, host } = new URL(service.url);
  return new Promise((resolve) => {
    const piece = Buffer.alloc(1024 * 1024, 0x20);
    let sent = 0;
    const request = httpRequest(
      {
        hostname,
        port,
        method: 'POST',
        path: '/api/update',
        headers: { host, ...JSON_TYPE, ...(announced && { 'content-length': String(bytes) }) },
        agent: false,
      },
      (response) => {
        response.resume();
        resolve(`${response.statusCode} after ${Math.ceil(sent / 1024 / 1024)} MB:`);
        request.destroy();
      },
    );
    request.on('error', () => resolve(`hung up after ${Math.ceil(sent / 1024 / 1024)} MB:`));
    const pump = () => {
      while (sent < bytes && !request.destroyed) {
        sent += piece.length;
        if (!request.write(piece)) {
          request.once('drain', pump);
          return;
        }
      }
      request.end();
    };
    pump();
  });
}

async function idleStreams(service: Running, count: number) {
  const { hostname, port, host } = new URL(service.url);
  const sockets: Socket[] = [];
  let accepted = 0;
  let refused = 0;
  for (let n = 0; n < count; n++) {
    const socket = connect(Number(port), hostname);
    sockets.push(socket);
    let isAnswered = false;
    socket.on('data', (part) => {
      if (isAnswered) return;
      isAnswered = true;
      if (part.toString('latin1').startsWith('HTTP/1.1 200')) accepted++;
      else refused++;
    });
    socket.on('close', () => {
      if (!isAnswered) refused++;
      isAnswered = true;
    });
    socket.on('error', () => {});
    socket.write(`GET /api/events HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
    if (n % 50 === 49) await until('answers', 30_000, () => accepted + refused > n - 100);
  }
  await until('every stream to be answered', 60_000, () => accepted + refused >= count);
  return {
    accepted,
    refused,
    close: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}
