import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { canBeOtherUser, sendAsOtherUser } from '../support/other-user.js';
import { createPlace, type Running, startService } from './harness.js';
import { type Attempt, flood, idleStreams, JSON_TYPE, send, sendBytes, stall } from './intruder-requests.js';
import { fileSecrets } from './intruder-secrets.js';
import { overwhelm } from './intruder-work.js';

const ROUTES: [method: string, path: string][] = [
  ['GET', '/api/health'],
  ['GET', '/api/tree'],
  ['GET', '/favicon.svg'],
  ['GET', '/api/events'],
  ['POST', '/api/update'],
  ['GET', '/api/updates/list'],
  ['POST', '/api/updates/find'],
  ['POST', '/api/updates/follow'],
  ['POST', '/api/updates/retry'],
  ['POST', '/api/tools/read'],
  ['GET', '/api/files/overview.md'],
  ['GET', '/api/inbox/list'],
  ['POST', '/api/inbox/read'],
  ['GET', '/api/history/list'],
  ['POST', '/api/history/show'],
  ['POST', '/api/history/undo'],
  ['GET', '/api/activities/list'],
  ['POST', '/api/activities/find'],
  ['POST', '/api/questions/ask'],
  ['POST', '/api/questions/stop'],
  ['GET', '/api/answers/list'],
  ['POST', '/api/answers/explain'],
  ['POST', '/api/example'],
  ['POST', '/mcp'],
  ['GET', '/'],
  ['OPTIONS', '/api/update'],
  ['POST', '/api/files/delete'],
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

/** Requests that must be refused or bounded, and what they were answered: the table is the result. */
interface Intruding {
  streams: number;
  bodyBytes: number;
  /** So many texts with a secret. */
  secrets: number;
  /** Characters of what is made to take for ever. */
  work: number;
}

export async function intruderScenario({ streams, bodyBytes, secrets, work }: Intruding) {
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
        {
          what: 'another site',
          method,
          path,
          headers: { host, 'sec-fetch-site': 'cross-site' },
          expect: 403,
        },
        { what: 'another port', method, path, headers: { host, 'sec-fetch-site': 'same-site' }, expect: 403 },
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
      const plain = decodeURIComponent(trick.replaceAll(/%(?:zz|c0|ae)/g, ''));
      const post = (path: string, given: object) => ({
        method: 'POST',
        path,
        headers: { host, ...JSON_TYPE },
        body: JSON.stringify(given),
      });
      for (const request of [
        { path: `/api/files/${trick}`, headers: { host } },
        post('/api/inbox/read', { item: plain }),
        post('/api/updates/find', { id: plain }),
        post('/api/history/show', { id: plain }),
      ]) {
        const { status, text } = await send(local, request);
        table.push(`${status} path trick ${request.path} ${trick}`);
        assert.ok(status >= 400 && status < 500, `${status} ${request.path} ${trick}`);
        assert.ok(!text.includes('GEHEIM') && !text.includes('root:'), trick);
      }
      const body = JSON.stringify({ paths: [plain] });
      const { text } = await send(local, {
        method: 'POST',
        path: '/api/tools/read',
        headers: { host, ...JSON_TYPE },
        body,
      });
      assert.ok(!text.includes('GEHEIM') && !text.includes('root:'), trick);
    }
    for (const bytes of smuggled(host)) {
      const text = await sendBytes(local, bytes);
      table.push(`${text.slice(9, 12) || 'hung up'} ${JSON.stringify(bytes.slice(0, 60))}`);
      assert.ok(!text.includes('GEHEIM') && !text.includes('"chunks"'), bytes);
    }
    await fileSecrets(place, local, secrets, table);
    await overwhelm(place, local, work, table);
    if (canBeOtherUser) await refuseOtherUser(local, table);
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
      const expect = path === '/' || path === '/favicon.svg' ? 200 : 401;
      await refuse(reached, { what: 'no token', method, path, headers: ours, expect }, table);
      const other = token.endsWith('x') ? 'y' : 'x';
      const wrong = { ...ours, authorization: `Bearer ${token.slice(0, -1)}${other}` };
      await refuse(reached, { what: 'wrong token', method, path, headers: wrong, expect }, table);
      const foreign = { host: 'evil.example', authorization: `Bearer ${token}` };
      await refuse(
        reached,
        { what: 'token, foreign Host', method, path, headers: foreign, expect: 403 },
        table,
      );
    }
    const right = { host: `127.0.0.1:${port}`, authorization: `Bearer ${token}` };
    const letGo = await stall(reached, streams);
    assert.equal((await send(reached, { path: '/api/health', headers: right })).status, 200);
    letGo();
    table.push(`200 with the token, beside ${streams} stalled requests without it`);
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

/** Requests that a careless parser would take for something else; none may be answered from the vault. */
function smuggled(host: string): string[] {
  const get = (target: string, ...lines: string[]) =>
    [`GET ${target} HTTP/1.1`, ...lines, 'connection: close', '', ''].join('\r\n');
  return [
    get('http://evil.example/api/health', 'host: evil.example'),
    get('/api/health', 'host: evil.example', `host: ${host}`),
    get('/api/health', `host: ${host}, evil.example`),
    get('/api/health', `host: ${host}@evil.example`),
    get('/api/health', `host: evil.example#${host}`),
    get('/api/health', `host: ${host}`, 'origin: http://evil.example', `origin: http://${host}`),
    'GET /api/health HTTP/1.1\r\nconnection: close\r\n\r\n',
    'GET /api/health HTTP/1.0\r\n\r\n',
    get('/assets/../../../../etc/passwd', `host: ${host}`),
    get('/assets/%2e%2e/%2e%2e/index.html', `host: ${host}`),
    get('//evil.example/%2e%2e', `host: ${host}`),
    `POST / HTTP/1.1\r\nhost: ${host}\r\ncontent-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n${get('/api/health', `host: ${host}`)}`,
  ];
}

/** Every route, as another user of this machine; half of them close before the answer. */
async function refuseOtherUser(service: Running, table: string[]): Promise<void> {
  const requests = ROUTES.flatMap(([method, path]) => {
    const request = { method, path, headers: JSON_TYPE, ...(method === 'POST' && { body: '{"text":"x"}' }) };
    return [request, { ...request, closes: 'half' as const }, { ...request, closes: 'gone' as const }];
  });
  const before = await service.request('GET', '/api/updates/list');
  const answers = await sendAsOtherUser(service.url, requests);
  for (const [at, { status, text }] of answers.entries()) {
    const { method, path, closes } = { closes: 'at its end', ...requests[at]! };
    table.push(`${status} another user, closed ${closes} ${method} ${path}`);
    assert.ok(
      status === 403 || (status === 0 && closes !== 'at its end'),
      `${status} ${method} ${path}: ${text}`,
    );
  }
  const after = await service.request('GET', '/api/updates/list');
  assert.deepEqual(after.body, before.body, 'another user filed something');
}
