import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Memory } from '../src/memory/memory.js';
import { openMemory } from '../src/memory/open-memory.js';
import { createRemoteMemory } from '../src/memory/remote-memory.js';
import { createServedMemory } from '../src/memory/served-memory.js';
import { startSession } from '../src/service/capture/hook-events.js';
import type { ServiceClient } from '../src/service/connection/client.js';
import { createNamedTokens } from '../src/service/connection/named-tokens.js';
import { encodeWall, WALL_HEADER } from '../src/service/connection/wall-header.js';
import { linkDirectory, readDirectory } from '../src/service/directories/project-links.js';
import { takeLease } from '../src/service/locks/lease.js';
import { type ErrorFacts, errorFromFacts } from '../src/shared/errors.js';
import { projectWall } from '../src/vault/wall.js';
import { type AnyClient, serveVault, stdioParameters } from './support/mcp.js';
import { requestsNaming } from './support/operations.js';
import { servedApp } from './support/served-app.js';
import { tempFolder, tempVault } from './support/temp-vault.js';
import { answerTo, GENERAL } from './support/wall-requests.js';
import { createAllowed, crossWall, filesIn, generateVault, note, tellingIn } from './support/walled-vault.js';

/** A vault with a wall of its first project. */
function projectVault(seed: number) {
  const given = generateVault(seed);
  return { ...given, wall: projectWall(given.projects[0]!) };
}

describe('a token for reading only', () => {
  it('changes nothing at any route, for a program and for a browser that logged in with it', async () => {
    const { app, ask, root, memory } = await servedApp(
      { 'bucket/a.md': 'The lamp is green.\n' },
      { token: true },
    );
    const { token } = await memory.tokens.create('reader', null, true);
    expect(memory.tokens.list()).toMatchObject([{ name: 'reader', folders: null, read_only: true }]);
    const login = await ask('POST', '/api/session', { body: { token } });
    const cookie = login.headers.get('set-cookie')!.split(';')[0]!;
    const unsaid = app.routes.filter(
      ({ method, path }) => /^\/api\//.test(path) && !/^(?:GET|ALL)$/.test(method) && path !== '/api/session',
    );
    const operations = await requestsNaming('bucket/a.md');
    expect(unsaid.length + operations.length).toBeGreaterThan(30);
    const put: [string, string, object] = [
      'POST',
      '/api/files/save',
      { path: 'bucket/b.md', base: null, text: 'x\n' },
    ];
    const call: [string, string, object] = [
      'POST',
      '/api/calls',
      { calls: [{ tool: 'append', input: { path: 'bucket/a.md', content: 'x' } }] },
    ];
    const noted: [string, string, object] = ['POST', '/api/update', { text: 'A note.' }];
    for (const headers of [{ authorization: `Bearer ${token}` }, { cookie }]) {
      for (const [method, path, body] of [put, call, noted]) {
        const { status, json } = await ask(method, path, { headers, body });
        expect([path, status, json.error.message]).toEqual([path, 403, 'this token is for reading only']);
      }
      for (const { method, path } of unsaid)
        await ask(method, path.replaceAll(/:\w+(?:\{.*?\})?|\*/g, 'bucket/a.md'), { headers, body: {} });
      for (const { address, role, input } of operations) {
        const { status } = await ask('POST', address, { headers, body: input });
        if (role !== 'reader') expect([address, status]).toEqual([address, 403]);
      }
      expect((await ask('GET', '/api/files/bucket/a.md', { headers })).status).toBe(200);
    }
    // Only the stamps of the job are new.
    const notes = filesIn(root).filter((path) => path.includes('/') && !path.includes('.rappel'));
    expect(notes).toEqual(['bucket/a.md']);
    expect(readFileSync(join(root, 'bucket/a.md'), 'utf8')).toMatch(/(?:^|---\n\n)The lamp is green\.\n$/);
  });
});

describe('a token that is bound to folders', () => {
  it('gets nothing of the rest, at any route', async () => {
    const given = projectVault(101);
    const folders = given.wall.paths;
    const served = await servedApp(given.files, { token: true });
    const { root, memory, app } = served;
    const allowed = createAllowed(root, { ...given, wall: { paths: folders, global: false } });
    allowed.look();
    const { token } = await memory.tokens.create('ci', folders);
    const headers = { authorization: `Bearer ${token}` };
    const events = await watchEvents(app, headers);
    await crossWall(memory, root, { ...given, wall: { paths: folders, global: false } }, allowed.look);
    const { id: asked } = await memory.run('update', note(`Something vague with ${given.word()}.`));
    await memory.run('updates/follow', { id: asked });
    const hidden = await hiddenNames(memory, root, allowed);

    const seen: string[] = [];
    const client = clientOf(async (method, path, body) => {
      const answer = await served.ask(method, path, {
        headers,
        origin: false,
        ...(body !== undefined && { body }),
      });
      const text =
        answer.json instanceof ArrayBuffer
          ? Buffer.from(answer.json).toString()
          : JSON.stringify(answer.json);
      seen.push(text + JSON.stringify([...answer.headers]));
      return { ...answer, text };
    });
    const remote = createRemoteMemory(client) as Parameters<typeof answerTo>[1];
    for (const [name, asking] of Object.entries(GENERAL))
      expect(allowed.leaksIn(await answerTo(asking, remote)), name).toEqual([]);
    for (const { method, path } of routesOf(app))
      for (const name of hidden) {
        const address = path.replace(/:\w+(?:\{.*?\})?|\*/g, encodeURIComponent(name));
        const answer = await client.request(method as 'GET', address, method === 'GET' ? undefined : {}).then(
          (reply) => JSON.stringify(reply),
          (error: Error) => String(error.message),
        );
        expect(
          allowed.leaksIn(answer).filter((word) => !name.includes(word)),
          `${method} ${address}`,
        ).toEqual([]);
      }
    for (const name of hidden)
      for (const { address, input } of await requestsNaming(name)) {
        const answer = await client.request('POST', address, input).then(
          (reply) => JSON.stringify(reply),
          (error: Error) => String(error.message),
        );
        expect(
          allowed.leaksIn(answer).filter((word) => !hidden.join().includes(word)),
          address,
        ).toEqual([]);
      }
    expect(allowed.leaksIn(seen.join('\n')).filter((word) => !hidden.join().includes(word))).toEqual([]);

    await memory.run('calls', {
      calls: [{ tool: 'append', input: { path: `${folders[0]}/end.md`, content: 'The end.' } }],
    });
    const told = await events.until('/end.md');
    // What it was told itself, it may hear.
    expect(allowed.leaksIn(told).filter((word) => !hidden.join().includes(word))).toEqual([]);

    // A browser that logs in with it has the same wall.
    const cookie = await served.login(token);
    const { json } = await served.ask('GET', '/api/tree', { headers: cookie });
    expect(allowed.leaksIn(JSON.stringify(json))).toEqual([]);
    expect((await served.ask('POST', '/api/settings/read', { headers: cookie, body: {} })).status).toBe(404);
  });

  it('is narrowed by what a client asks for, never widened', async () => {
    const files = { 'projects/a/x.md': 'ax\n', 'projects/b/x.md': 'bx\n' };
    const served = await servedApp(files, { token: true });
    const { token } = await served.memory.tokens.create('a', projectWall('a').paths);
    const list = async (wall: string) => {
      const headers = { authorization: `Bearer ${token}`, [WALL_HEADER]: wall };
      const { json } = await served.ask('POST', '/api/files/list', { headers, body: {} });
      return json.files?.map(({ path }: { path: string }) => path) ?? json.error.code;
    };
    expect(await list(encodeWall(projectWall('b')))).toEqual(['vault/profile.md']);
    expect(await list(encodeWall(projectWall('a')))).toEqual(['vault/profile.md', 'vault/projects/a/x.md']);
    expect(await list('nonsense')).toBe('invalid_input');
  });
});

describe('an assistant in the directory of a project', () => {
  it('gets nothing of other projects, over MCP on both transports', async () => {
    const given = projectVault(102);
    const { root } = tempVault(given.files);
    const { service, url } = await serveVault(root);
    const memory = createServedMemory(service);
    const allowed = createAllowed(root, given);
    allowed.look();
    await crossWall(memory, root, given, allowed.look);
    const directory = tempFolder();
    linkDirectory(root, readDirectory(directory), { project: given.projects[0]!, open: false });
    const { token } = await createNamedTokens(root).create('assistant', given.wall.paths);
    const requestInit = { headers: { authorization: `Bearer ${token}` } };
    const transports = [
      new StdioClientTransport({ ...stdioParameters(root, ['--profile', 'full']), cwd: directory }),
      new StreamableHTTPClientTransport(new URL(`${url}/mcp?profile=full`), { requestInit }),
    ];
    const hidden = await hiddenNames(memory, root, allowed);
    for (const transport of transports) {
      const client = new Client({ name: 'test', version: '1.0.0' });
      await client.connect(transport);
      onTestFinished(() => client.close());
      for (const [name, answer] of await everythingOver(client, hidden))
        expect(
          allowed.leaksIn(answer).filter((word) => !hidden.join().includes(word)),
          name,
        ).toEqual([]);
    }
  });

  it('is behind the same wall where a service does the work', async () => {
    const { root } = tempVault({ 'projects/a/x.md': 'ax\n', 'projects/b/x.md': 'bx\n' });
    const { url } = await serveVault(root);
    const lease = await takeLease(root, { url, started: '' }, () => {});
    onTestFinished(() => lease.release());
    const memory = openMemory({
      root,
      wall: projectWall('a'),
      language: 'en',
      env: { XDG_CACHE_HOME: tempFolder() },
      agents: async () => Promise.reject(new Error('the service has its own')),
      log: () => {},
    });
    onTestFinished(() => memory.close());
    expect(await memory.isServed()).toBe(true);
    const listed = (await memory.run('files/list')).files;
    expect(listed.map(({ path }) => path)).toEqual(['vault/profile.md', 'vault/projects/a/x.md']);
    const { outcomes } = await memory.run('calls', {
      calls: [{ tool: 'write', input: { path: 'projects/b/y.md', content: 'y' } }],
    });
    expect(outcomes).toMatchObject([{ ok: false, error: { code: 'not_found' } }]);
  });

  it('starts with nothing of other projects', () => {
    for (let seed = 200; seed < 212; seed++) {
      const given = projectVault(seed);
      const { root } = tempVault(given.files);
      mkdirSync(join(root, '.rappel'));
      const allowed = createAllowed(root, given);
      allowed.look();
      const directory = tempFolder();
      linkDirectory(root, readDirectory(directory), { project: given.projects[0]!, open: false });
      const input = { session: `s${seed}`, directory, transcript: null, source: 'startup' };
      const log = (error: unknown) => {
        throw error;
      };
      const { text } = startSession({ root, client: 'claude-code', log }, input);
      expect(text).toContain(`the project ${given.projects[0]}`);
      expect(allowed.leaksIn(text), `${seed}`).toEqual([]);
    }
  });
});

/** Paths, ids and items that are outside. */
async function hiddenNames(
  memory: Pick<Memory, 'run'>,
  root: string,
  allowed: ReturnType<typeof createAllowed>,
): Promise<string[]> {
  const path = filesIn(root).find((file) => allowed.leaksIn(file).length > 0);
  const entries = (await memory.run('history/list', { limit: 50 })).entries;
  const entry = entries.find(({ files }) => files.every((file) => allowed.leaksIn(file.path).length > 0));
  const [update, item, answer] = [
    (await memory.run('updates/list', { limit: 1 })).updates[0]?.id,
    (await memory.run('inbox/list')).items[0]?.item,
    (await memory.run('answers/list', { limit: 1 })).answers[0]?.id,
  ];
  return [path, entry?.id, update, item, answer].filter((name) => name !== undefined);
}

type Reply = { status: number; json: unknown; text: string };

/** The client of a service that is in this process. */
function clientOf(send: (method: string, path: string, body?: unknown) => Promise<Reply>): ServiceClient {
  const answered = async (...asked: Parameters<typeof send>) => {
    const { status, json, text } = await send(...asked);
    if (status < 400) return { json, text };
    throw errorFromFacts((json as { error: ErrorFacts }).error);
  };
  return {
    lease: {} as ServiceClient['lease'],
    request: async (method, path, body) => (await answered(method, path, body)).json,
    bytes: async (path) => Buffer.from((await answered('GET', path)).text),
    async *events() {},
    pid: async () => 0,
  };
}

/** Every route of the door, as it is registered; those that stream are asked elsewhere. */
function routesOf(app: { routes: { method: string; path: string }[] }) {
  const known = app.routes.filter(({ method, path }) => method !== 'ALL' && path.startsWith('/api/'));
  const routes = new Map(known.map(({ method, path }) => [`${method} ${path}`, { method, path }]));
  return [...routes.values()].filter(({ path }) => !path.endsWith('/events'));
}

/** Reads the stream of events. */
async function watchEvents(
  app: { request: (path: string, init: RequestInit) => Response | Promise<Response> },
  headers: Record<string, string>,
) {
  const host = 'localhost:4747';
  const stop = new AbortController();
  const init = { headers: { ...headers, host }, signal: stop.signal };
  const response = await app.request(`http://${host}/api/events`, init);
  const reader = response.body!.getReader();
  let told = '';
  return {
    async until(text: string): Promise<string> {
      while (!told.includes(text)) {
        const { value, done } = await reader.read();
        if (done) throw new Error('the stream has ended');
        told += Buffer.from(value).toString();
      }
      stop.abort();
      return told;
    },
  };
}

/** What each tool and resource says, asked about everything and about what is hidden. */
async function everythingOver(client: AnyClient, hidden: readonly string[]): Promise<[string, string][]> {
  const answers: [string, string][] = [];
  const add = async (name: string, asking: Promise<unknown>) => {
    const answer = await asking.catch((error: Error) => ({ error: error.message }));
    answers.push([name, JSON.stringify(answer)]);
  };
  const call = (name: string, given: Record<string, unknown>) =>
    add(`${name} ${JSON.stringify(given)}`, client.callTool({ name, arguments: given }));
  await call('orient', {});
  await call('tree', {});
  await call('read', { paths: ['**/*.md'] });
  await call('concat', { paths: ['**/*.md'] });
  await call('find', { queries: ['harbour mast budget'] });
  await call('search', { question: 'Where is the harbour?' });
  await call('search', { question: 'Which projects are there?' });
  await call('history', {});
  await add('resources', client.listResources());
  await add(
    'complete',
    client.complete({
      ref: { type: 'ref/resource', uri: 'rappel://{+path}' },
      argument: { name: 'path', value: 'projects/' },
    }),
  );
  for (const name of hidden) {
    await call('read', { paths: [name] });
    await call('append', { path: name, content: 'x' });
    await call('history', { path: name });
    await call('history', { id: name });
    await call('undo', { id: name });
    await call('update_status', { id: name });
    await call('orient', { project: tellingIn(name)[0] ?? name });
    await add(`resource ${name}`, client.readResource({ uri: `rappel://${name}` }));
  }
  return answers;
}
