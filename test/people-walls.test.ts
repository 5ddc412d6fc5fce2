import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SqlPool } from '../src/hub/database/sql.js';
import { startPeopleHub } from './support/hub-people.js';
import { requestsNaming } from './support/operations.js';
import { openPglite } from './support/postgres.js';
import { servedApp } from './support/served-app.js';
import {
  createAllowed,
  filesIn,
  type GeneratedVault,
  generateVault,
  tellingIn,
} from './support/walled-vault.js';

/** `RAPPEL_PEOPLE_WALLS=20 npx vitest run test/people-walls.test.ts` runs more. */
const RUNS = Number(process.env.RAPPEL_PEOPLE_WALLS ?? 1);

type PeopleHub = Awaited<ReturnType<typeof startPeopleHub>>;
type Headers = Record<string, string>;
/** A method, an address in a vault, and what is sent there. */
type Asked = [string, string, unknown?];

let pool: SqlPool;
beforeAll(async () => {
  pool = await openPglite();
}, 300_000);

/** Every route of a vault, with a name in the place of its parameters; those that stream are asked elsewhere. */
async function routes(): Promise<(name: string) => Promise<Asked[]>> {
  const { app } = await servedApp();
  const known = app.routes.filter(({ method, path }) => method !== 'ALL' && path.startsWith('/api/'));
  const unique = new Map(known.map(({ method, path }) => [`${method} ${path}`, { method, path }]));
  const asked = [...unique.values()].filter(
    // The log-out would end the session.
    ({ method, path }) => !path.endsWith('/events') && `${method} ${path}` !== 'DELETE /api/session',
  );
  return async (name) => [
    ...asked.map(
      ({ method, path }): Asked => [
        method,
        path.replace(/:\w+(?:\{.*?\})?|\*/g, encodeURIComponent(name)),
        method === 'GET' ? undefined : {},
      ],
    ),
    ...(await requestsNaming(name)).map(({ address, input }): Asked => ['POST', address, input]),
  ];
}

/** What changes something or asks about everything, as clients send it. */
function requestsAbout(path: string, word: string): Asked[] {
  const call = (tool: string, input: object): Asked => ['POST', '/api/calls', { calls: [{ tool, input }] }];
  return [
    ['POST', '/api/files/list', {}],
    ['GET', `/api/files/${path}`],
    ['POST', `/api/files/save`, { path, base: null, text: 'x\n' }],
    ['POST', '/api/search', { question: `Where is the harbour ${word}?` }],
    ['POST', '/api/tools/search', { queries: [word, 'harbour mast budget'] }],
    ['POST', '/api/tools/read', { paths: [path, '**/*.md'] }],
    ['POST', '/api/orient', {}],
    call('tree', {}),
    call('append', { path, content: 'x' }),
    call('write', { path: path.replace(/\.md$/, '-new.md'), content: 'x' }),
    call('move', { from: path, to: 'notes/taken.md' }),
    call('delete', { path }),
    ['POST', '/api/update', { text: `About ${word}.` }],
    ...['read', 'append', 'search', 'update', 'undo', 'history'].map(
      (name): Asked => ['POST', '/mcp?profile=full', mcpCall(name, path, word)],
    ),
  ];
}

function mcpCall(name: string, path: string, word: string): object {
  const given = {
    read: { paths: [path, '**/*.md'] },
    append: { path, content: 'x' },
    search: { question: `Where is the harbour ${word}?` },
    update: { text: `About ${word}.` },
    undo: { id: word },
    history: { path },
  }[name];
  return { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } };
}

async function ask(hub: PeopleHub, vault: string, [method, path, body]: Asked, headers: Headers) {
  const accept = 'application/json, text/event-stream';
  const sent = { accept, 'mcp-protocol-version': '2025-06-18', ...headers };
  const { status, text, headers: answered } = await hub.send(method, `/v/${vault}${path}`, body, sent);
  return { status, text: `${text}\n${[...answered].filter(([name]) => name !== 'date').join('\n')}` };
}

async function startGenerated(given: GeneratedVault) {
  const hub = await startPeopleHub(pool, ['anna', 'other']);
  const root = join(hub.folder, 'anna');
  for (const [path, text] of Object.entries(given.files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const wall = { paths: given.wall.paths, global: false };
  const allowed = createAllowed(root, { ...given, wall });
  allowed.look();
  return { hub, root, wall, allowed };
}

function contents(root: string): Record<string, string> {
  return Object.fromEntries(filesIn(root).map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}

describe.each(Array.from({ length: RUNS }, (_, at) => 300 + at))(
  'people of the generated vault %i',
  (seed) => {
    it('see and change what is theirs, at every door', { timeout: 300_000 }, async () => {
      const given = generateVault(seed);
      const { hub, root, wall, allowed } = await startGenerated(given);
      const every = await routes();
      const bound = await hub.join('bound@x.org', 'anna', 'editor', wall.paths);
      const reader = await hub.join('reader@x.org', 'anna', 'reader');
      const stranger = await hub.join('stranger@x.org', 'other', 'owner');
      const made = { name: 'one', vault: 'anna', folders: wall.paths };
      const { token } = (await hub.send('POST', '/api/tokens', made, reader)).json;
      const program = { authorization: `Bearer ${token}` };
      const hidden = filesIn(root).find((path) => path.includes('/') && allowed.leaksIn(path).length > 0)!;
      const word = allowed.leaksIn(hidden)[0]!;
      const about = [...requestsAbout(hidden, word), ...(await every(hidden))];

      // Nothing from outside, for a person and for a token that is bound.
      for (const headers of [bound, program])
        for (const asked of about) {
          const { text } = await ask(hub, 'anna', asked, headers);
          const leaks = allowed.leaksIn(text).filter((found) => !hidden.includes(found));
          expect(leaks, JSON.stringify(asked)).toEqual([]);
        }
      // What is outside and what is not there get the same answer.
      const fake = given.word();
      const pretended = requestsAbout(hidden.replaceAll(word, fake), fake);
      for (const [at, asked] of requestsAbout(hidden, word).entries()) {
        if (/search|orient|update/.test(JSON.stringify(asked))) continue;
        const [real, other] = [
          await ask(hub, 'anna', asked, bound),
          await ask(hub, 'anna', pretended[at]!, bound),
        ];
        const plain = (text: string) =>
          text
            .replaceAll(word, 'WORD')
            .replaceAll(fake, 'WORD')
            .replaceAll(/(?:content-length|rappel-event),.*/g, '');
        expect([real.status, plain(real.text)], JSON.stringify(asked)).toEqual([
          other.status,
          plain(other.text),
        ]);
      }
      // Who has no access is told what is told of a vault that is not there.
      for (const asked of about) {
        const [real, other] = [
          await ask(hub, 'anna', asked, stranger),
          await ask(hub, 'none', asked, stranger),
        ];
        expect([asked, real]).toEqual([asked, other]);
        expect(tellingIn(real.text).filter((found) => !hidden.includes(found))).toEqual([]);
      }
      // A reader changes nothing, whatever is asked.
      const before = contents(root);
      for (const asked of about) await ask(hub, 'anna', asked, reader);
      expect(contents(root)).toEqual(before);
      for (const name of ['bound', 'reader', 'stranger']) await hub.people.remove(`${name}@x.org`);
    });
  },
);
