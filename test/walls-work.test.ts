import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createCluster } from '../src/hub/cluster.js';
import type { SqlPool } from '../src/hub/database/sql.js';
import { encodeWall, WALL_HEADER } from '../src/service/connection/wall-header.js';
import { mount } from '../src/vault/file-system.js';
import { recordedPath } from '../src/vault/paths.js';
import { wallRoot } from '../src/vault/state-folder.js';
import { projectWall } from '../src/vault/wall.js';
import { createWallSight } from '../src/vault/wall-sight.js';
import { createWalledFileSystem } from '../src/vault/walled-file-system.js';
import { createWalledVault } from '../src/vault/walled-vault.js';
import { hubFolder, startHub, tokenIn } from './support/hub.js';
import { startPeopleHub } from './support/hub-people.js';
import { openPglite } from './support/postgres.js';
import { servedApp } from './support/served-app.js';
import { tempVault } from './support/temp-vault.js';
import { traceWork } from './support/traced-work.js';

/** What is outside a wall, and what is nowhere: the same form and length, so that only the answer could tell them apart. */
const PAIRS = [
  ['projects/zebra/state.md', 'projects/zobra/state.md'],
  ['projects/zebra/state.md', 'projects/zebra/slate.md'],
  ['projects/zebra', 'projects/zobra'],
  ['projects/zebra/deep/er/note.md', 'projects/zobra/deep/er/note.md'],
  ['harbour.md', 'herbour.md'],
  ['été/plage.md', 'ôté/plage.md'],
] as const;
const FILES = {
  'harbour.md': 'quay\n',
  'profile.md': 'me\n',
  'été/plage.md': 'sand\n',
  'projects/ketch/state.md': 'afloat\n',
  'projects/ketch/shared.md': '---\nglobal: true\n---\n\nfor all\n',
  'projects/zebra/state.md': 'striped\n',
  'projects/zebra/deep/er/note.md': 'deep\n',
};

/** With the names that were asked for taken out. */
function without(lines: string[], names: readonly string[]): string[] {
  return lines.map((line) => names.reduce((text, name) => text.replaceAll(name, 'NAME'), line));
}

describe('what can’t be seen costs what is missing costs', () => {
  it('in the resolver behind a wall', async () => {
    const { during } = traceWork();
    const temp = tempVault(FILES);
    const root = wallRoot(temp.root, 'test');
    const sight = createWallSight(temp.root, projectWall('ketch'), () => new Set());
    await sight.refresh();
    onTestFinished(mount(root, createWalledFileSystem(root, temp.root, sight.names)));
    const vault = createWalledVault(temp.vault, root, sight);
    const traceOf = (path: string) =>
      during(() => {
        const place = vault.resolve(path);
        expect(place.kind).toBe('missing');
        vault.missing(place);
      });
    // What is kept about the disk is looked up once.
    await traceOf('a.md');
    for (const pair of PAIRS) {
      const [outside, nowhere] = [await traceOf(pair[0]), await traceOf(pair[1])];
      expect(without(outside, pair)).toEqual(without(nowhere, pair));
    }
    expect(await during(() => vault.resolve('projects/ketch/state.md'))).not.toEqual([]);
  });

  it('at the HTTP door, with a token that is bound to folders', async () => {
    const { during } = traceWork();
    const { ask, memory } = await servedApp(FILES, { token: true });
    const { token } = await memory.tokens.create('ci', [recordedPath('projects/ketch')]);
    const headers = { authorization: `Bearer ${token}` };
    const requests = (path: string): [string, string, unknown?][] => [
      ['GET', `/api/files/${encodeURI(path)}`],
      ['POST', '/api/history/list', { path }],
      ['POST', '/api/calls', { calls: [{ tool: 'read', input: { paths: path } }] }],
      ['POST', '/api/calls', { calls: [{ tool: 'append', input: { path, content: 'x' } }] }],
      ['POST', '/api/calls', { calls: [{ tool: 'delete', input: { path } }] }],
    ];
    const traceOf = ([method, address, body]: [string, string, unknown?]) =>
      during(() => ask(method, address, { headers, ...(body !== undefined && { body }) }));
    // The first requests open what later ones find open.
    for (const request of [...requests('a.md'), ...requests('a.md')]) await traceOf(request);
    for (const pair of PAIRS) {
      const [outside, nowhere] = pair.map(requests);
      for (const [at, request] of outside!.entries()) {
        const [one, other] = [await traceOf(request), await traceOf(nowhere![at]!)];
        expect([request, without(one, pair)]).toEqual([request, without(other, pair)]);
      }
    }
  });

  it('and a token that invents walls takes none from the others', async () => {
    const { ask, memory } = await servedApp(FILES, { token: true });
    const { token } = await memory.tokens.create('ci', [recordedPath('projects/ketch')]);
    const { token: other } = await memory.tokens.create('other', [recordedPath('été')]);
    const asWith = (bearer: string, paths: string[]) => ({
      headers: {
        authorization: `Bearer ${bearer}`,
        [WALL_HEADER]: encodeWall({ paths: paths.map(recordedPath), global: false }),
      },
    });
    const statuses: number[] = [];
    for (let count = 0; count < 101; count++) {
      const { status } = await ask('GET', '/api/tree', asWith(token, [`projects/ketch/${count}`]));
      statuses.push(status);
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
    expect((await ask('GET', '/api/tree', asWith(other, ['été']))).status).toBe(200);
    // The same wall, however it is written.
    const same = asWith(token, ['projects/ketch/0', 'projects/ketch/0', 'projects/ketch/0/deep']);
    expect((await ask('GET', '/api/tree', same)).status).toBe(200);
  });

  let pool: SqlPool;
  beforeAll(async () => {
    pool = await openPglite();
  }, 300_000);

  it('at the door of a hub, for a vault that is not theirs', async () => {
    const { meanwhile, traced } = traceWork();
    const { send, join, folder, people } = await startPeopleHub(traced(pool), ['anna', 'boat', 'mine']);
    const person = await join('eve@x.org', 'mine', 'owner');
    const strangers = [person, { authorization: `Bearer rappelp_${'x'.repeat(43)}`, origin: '' }, {}];
    const asked: [string, string, unknown?][] = [
      ['GET', '/api/tree'],
      ['GET', '/'],
      ['POST', '/api/files/save', { path: 'bucket/x.md', base: null, text: 'x\n' }],
      ['POST', '/mcp', {}],
      ['POST', '/api/session', { token: 'guessed' }],
    ];
    const traceOf = async (name: string, [method, path, body]: (typeof asked)[number], headers: object) => {
      const lines = await meanwhile(() => send(method, `/v/${name}${path}`, body, { ...headers }));
      return lines.filter((line) => line.startsWith('sql') || line.includes(folder));
    };
    // Its door is made by the first request.
    for (const name of ['anna', 'none', 'boat']) await traceOf(name, asked[0]!, {});
    const plain = (lines: string[]) =>
      lines.map((line) => (line.startsWith('sql') ? line : line.split(' ', 1)[0]));
    for (const headers of strangers)
      for (const request of asked)
        for (const [real, free] of [
          ['anna', 'none'],
          ['boat', 'nope'],
        ] as const) {
          const [one, other] = [await traceOf(real, request, headers), await traceOf(free, request, headers)];
          expect(one).not.toEqual([]);
          expect([request, plain(one)]).toEqual([request, plain(other)]);
        }
    await people.remove('eve@x.org');
  });

  it('at the door of one node among several, for a token that is wrong', async () => {
    const { meanwhile } = traceWork();
    const folder = await hubFolder(['anna']);
    const node = { id: `one-${Math.random()}`, url: '', host: 'test', version: '1' };
    const databaseUrl = 'postgresql://db/rappel';
    const log = () => {};
    // Nothing is renewed meanwhile.
    const times = { leaseMs: 600_000, renewMs: 300_000 };
    const hub = await startHub(folder, {
      cluster: (folders) => createCluster({ pool, databaseUrl, folders, node, log, times }),
    });
    const signIn = (name: string, method: string, body: string) =>
      fetch(`${hub.url}/v/${name}/api/session`, {
        ...{ method, body, headers: { origin: hub.url, 'content-type': 'application/json' } },
      });
    const traceOf = async (name: string, method: string, body: string) => {
      const answers: number[] = [];
      const lines = await meanwhile(async () => answers.push((await signIn(name, method, body)).status));
      const calls = lines.filter((line) => line.includes(folder)).map((line) => line.split(' ', 1)[0]);
      return { answers, calls };
    };
    const bodies = ['{"token":"guessed"}', '{"token":7}', '{"code":"guessed"}', 'no json', 'x'.repeat(5_000)];
    for (const name of ['anna', 'none']) await traceOf(name, 'POST', bodies[0]!);
    for (const method of ['POST', 'DELETE'])
      for (const body of bodies)
        expect([method, body, await traceOf('anna', method, body)]).toEqual([
          ...[method, body, await traceOf('none', method, body)],
        ]);
    const isOpen = () => existsSync(join(folder, 'anna', '.rappel', 'service.json'));
    expect(isOpen()).toBe(false);
    const right = await signIn('anna', 'POST', JSON.stringify({ token: tokenIn(folder, 'anna') }));
    expect([right.status, isOpen()]).toEqual([200, true]);
  });
});
