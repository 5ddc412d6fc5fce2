import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { png } from '../../test/support/images.js';
import { tempVault } from '../../test/support/temp-vault.js';
import { createServedMemory } from '../memory/served-memory.js';
import { createService, type Service } from '../service/create-service.js';
import { createApp } from './app.js';
import { createGate } from './gate.js';
import { createSessions } from './sessions.js';

interface Answer {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked at as a client would
  json: any;
}

const prove = () => ({ pid: 1, hash: 'none' });

async function served(files: Record<string, string | Buffer> = {}, token: string | null = null) {
  const temp = tempVault(files);
  const service = await createService({
    vault: temp.vault,
    engine: await temp.context.engine(),
    language: 'en',
    log: () => {},
  });
  onTestFinished(() => service.stop());
  const gate = token === null ? null : createGate(token, createSessions(temp.root, token));
  const app = createApp(createServedMemory(service), {
    host: token === null ? '127.0.0.1' : '0.0.0.0',
    gate,
    prove,
    version: '1.2.3',
  });
  const ask = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const response = await app.request(`http://localhost:4747${path}`, {
      method,
      headers: {
        host: 'localhost:4747',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
    const answer: Answer = {
      status: response.status,
      headers: response.headers,
      text,
      json: isJson ? JSON.parse(text) : null,
    };
    return answer;
  };
  const stream = (path: string, headers: Record<string, string> = {}) =>
    readStream(
      app.request(`http://localhost:4747${path}`, { headers: { host: 'localhost:4747', ...headers } }),
    );
  return { ...temp, service, ask, stream };
}

interface Told {
  event: string;
  id: string | null;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  data: any;
}

/** Reads server-sent events one by one. */
async function readStream(answering: Response | Promise<Response>) {
  const response = await answering;
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  onTestFinished(() => reader.cancel());
  let text = '';
  const field = (block: string, name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? null;
  return {
    status: response.status,
    /** Null at its end. */
    async next(): Promise<Told | null> {
      while (!text.includes('\n\n')) {
        const { value, done } = await reader.read();
        if (done) return null;
        text += value;
      }
      const block = text.slice(0, text.indexOf('\n\n'));
      text = text.slice(block.length + 2);
      return {
        event: field(block, 'event') ?? '',
        id: field(block, 'id'),
        data: JSON.parse(field(block, 'data') ?? 'null'),
      };
    },
    async until(event: string): Promise<Told> {
      for (;;) {
        const told = await this.next();
        if (told === null) throw new Error(`the stream ended before ${event}`);
        if (told.event === event) return told;
      }
    },
    cancel: () => reader.cancel(),
  };
}

async function filed(service: Service, id: string): Promise<void> {
  if (['accepted', 'running'].includes(service.queue.find(id).state))
    await new Promise<void>((resolve) => {
      const leave = service.events.subscribe(({ type, data }) => {
        const status = data as { id: string; history: string | null };
        if (type !== 'update' || status.id !== id || status.history === null) return;
        leave();
        resolve();
      });
    });
}

describe('the routes', () => {
  it('health says how it is', async () => {
    const { ask } = await served({ 'bucket/a.md': 'un\n' });
    const { json, headers } = await ask('GET', '/api/health');
    expect(headers.get('rappel-time-zone')).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone);
    expect(json).toMatchObject({
      status: 'ok',
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      problems: [],
    });
  });

  it('tree gives single files and folders too, and null for what is not there', async () => {
    const { ask } = await served({ 'projects/x/state.md': '# Now\n', 'a.md': 'a\n' });
    const { json } = await ask('POST', '/api/tree/nodes', {
      paths: ['vault/a.md', 'projects/x', 'gone/b.md'],
    });
    expect(json.nodes).toMatchObject([
      { path: 'vault/a.md', node: { path: 'a.md', children: null } },
      { path: 'projects/x', node: { children: [{ path: 'projects/x/state.md' }] } },
      { path: 'gone/b.md', node: null },
    ]);
    expect((await ask('POST', '/api/tree/nodes', { paths: ['../a.md'] })).status).toBe(403);
  });

  it('tree is the measured tree', async () => {
    const { ask, service } = await served({ 'bucket/a.md': 'un\n' });
    expect((await ask('GET', '/api/tree')).json.tree).toEqual(
      JSON.parse(JSON.stringify(await service.tree())),
    );
  });

  it('files come as plain text with a tag, images with their type, and nothing may run', async () => {
    const { ask, put } = await served({
      'bucket/page.html': '<script>x</script>',
      'bucket/i.png': png(2, 3),
    });
    const page = await ask('GET', '/api/files/bucket/page.html');
    expect(page.text).toBe('<script>x</script>');
    expect(page.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(page.headers.get('x-content-type-options')).toBe('nosniff');
    expect(page.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    const etag = page.headers.get('etag')!;
    for (const given of [etag, `W/${etag}`, `"x", ${etag}`, '*'])
      expect(
        (await ask('GET', '/api/files/bucket/page.html', undefined, { 'if-none-match': given })).status,
      ).toBe(304);
    put('bucket/page.html', 'other');
    expect(
      (await ask('GET', '/api/files/bucket/page.html', undefined, { 'if-none-match': etag })).status,
    ).toBe(200);
    expect((await ask('GET', '/api/files/bucket/i.png')).headers.get('content-type')).toBe('image/png');
    expect((await ask('GET', '/api/files/vault/bucket/%69.png')).status).toBe(200);
  });

  it.each([
    ['/api/files/none.md', 404, 'not_found'],
    ['/api/files/bucket', 415, 'not_text'],
    ['/api/files/..%2fx', 403, 'outside_vault'],
    ['/api/files/.rappel/format.json', 403, 'outside_vault'],
    ['/api/files/%zz', 400, 'invalid_input'],
    ['/api/updates/retry', 404, 'not_found'],
    ['/api/inbox/none', 404, 'not_found'],
    ['/api/history/none', 404, 'not_found'],
    ['/api/history/show', 400, 'invalid_input'],
    ['/api/history/undo', 404, 'not_found'],
    ['/api/nothing', 404, 'not_found'],
  ])('%s is %i %s', async (path, status, code) => {
    const { ask } = await served({ 'bucket/a.md': 'un\n' });
    const answer = await ask('GET', path);
    expect(answer.status).toBe(status);
    expect(answer.json.error).toMatchObject({ code, message: expect.any(String) });
    expect(answer.json.error).toHaveProperty('hint');
  });

  it.each([
    ['deep', `{"text":${'['.repeat(200_000)}`, 413],
    ['wide', `{"paths":[${'1,'.repeat(300_000)}1]}`, 413],
    ['a long text', JSON.stringify({ text: '[,{"\\'.repeat(40_000), id: 'x' }), 202],
  ])('JSON that is %s is looked at before it is parsed', async (_, body, status) => {
    const { ask } = await served();
    expect((await ask('POST', '/api/update', body)).status).toBe(status);
  });

  it('updates are accepted at once, once per id, and can be followed to their end', async () => {
    const { ask, service, root } = await served({ 'projects/atlas/state.md': '# Atlas\n' });
    const body = { text: 'à retenir', id: 'mine' };
    const first = await ask('POST', '/api/update', body);
    expect([first.status, first.json]).toEqual([202, { status: 'accepted', id: 'mine' }]);
    expect(readFileSync(join(root, '.rappel/state.db')).includes('à retenir')).toBe(true);
    expect((await ask('POST', '/api/update', body)).json).toEqual(first.json);
    await filed(service, 'mine');
    const { text } = await ask(
      'POST',
      '/api/updates/follow',
      { id: 'mine' },
      { accept: 'text/event-stream' },
    );
    expect(text).toMatch(
      /^event: update\ndata: .*"state":"needs_answer".*\n\nevent: answer\ndata: \{.*"id":"mine".*\n\n$/,
    );
    const unknown = await ask('POST', '/api/updates/follow', { id: 'x' }, { accept: 'text/event-stream' });
    expect([unknown.status, unknown.json.error.code]).toEqual([404, 'not_found']);
    expect((await ask('GET', '/api/updates/list')).json.updates).toHaveLength(1);
    expect((await ask('POST', '/api/updates/find', { id: 'mine' })).json.files).toHaveLength(2);
    expect((await ask('POST', '/api/updates/retry', { id: 'mine' })).json.state).toBe('needs_answer');
    const { items } = (await ask('GET', '/api/inbox/list')).json;
    expect(items).toHaveLength(1);
    expect((await ask('POST', '/api/inbox/read', { item: items[0].item })).json.review).toContain(
      'à retenir',
    );
  });

  it.each([
    [{}, 'text'],
    [{ text: ' ' }, 'text'],
    [{ text: 'x', id: '../x' }, 'id'],
    [{ text: 'x', more: 1 }, 'more'],
    [{ text: 'x', images: [{ name: 'a', media_type: 'image/png', data: 'bm8=' }] }, 'images'],
    ['{', 'JSON'],
  ])('the update %j is refused, naming %s', async (body, named) => {
    const { ask, service } = await served();
    const answer = await ask('POST', '/api/update', body);
    expect(answer.status).toBe(400);
    expect(answer.json.error.message).toContain(named);
    expect(service.queue.list()).toEqual([]);
  });

  it('a body that does not say it is JSON, or is too large, is refused', async () => {
    const { ask } = await served();
    expect((await ask('POST', '/api/update', '{"text":"x"}', { 'content-type': 'text/plain' })).status).toBe(
      400,
    );
    const huge = JSON.stringify({ text: 'x'.repeat(33 * 1024 * 1024) });
    expect((await ask('POST', '/api/update', huge, { 'content-length': String(huge.length) })).status).toBe(
      413,
    );
  });

  it('reading tools answer in their form, writing ones are not there', async () => {
    const { ask } = await served({ 'bucket/a.md': 'un mot rare\n', 'bucket/i.png': png(1, 1) });
    expect((await ask('POST', '/api/tools/read', { paths: ['bucket/a.md', 'none.md'] })).json).toMatchObject({
      text: expect.stringContaining('un mot rare'),
      images: [],
      errors: [{ path: 'vault/none.md', code: 'not_found' }],
    });
    expect((await ask('POST', '/api/tools/read', { paths: ['bucket/i.png'] })).json.images[0]).toMatchObject({
      media_type: 'image/png',
      data: png(1, 1).toString('base64'),
    });
    const { results, stages } = (await ask('POST', '/api/tools/search', { queries: ['rare'] })).json;
    expect(results[0].path).toBe('vault/bucket/a.md');
    expect(stages.length).toBeGreaterThan(0);
    for (const name of ['write', 'edit', 'append', 'move', 'delete', 'nothing'])
      expect((await ask('POST', `/api/tools/${name}`, {})).status).toBe(404);
  });

  it('history lists, shows and undoes', async () => {
    const { ask, service, put, get } = await served({ 'bucket/a.md': 'un\n' });
    await service.caughtUp;
    await service.job.idle();
    put('bucket/a.md', 'deux\n');
    service.job.changed('bucket/a.md' as never);
    await service.job.idle();
    const [entry] = (await ask('POST', '/api/history/list', { path: 'bucket/a.md', limit: 5 })).json.entries;
    expect((await ask('POST', '/api/history/show', { id: entry.id })).json.diff).toContain('+deux');
    const undone = await ask('POST', '/api/history/undo', { id: entry.id });
    expect([undone.status, undone.json.source]).toEqual([200, 'undo']);
    expect(get('bucket/a.md')).toContain('un\n');
    const again = await ask('POST', '/api/history/undo', { id: entry.id });
    expect([again.status, again.json.error.code]).toEqual([409, 'no_match']);
  });
});

describe('activities', () => {
  it('are what was told and asked, newest first, with steps and answers', async () => {
    const { ask, service } = await served({
      'bucket/a.md': 'un mot rare\n',
      'projects/atlas/state.md': '# Atlas\n',
    });
    await service.caughtUp;
    const { status, json } = await ask('POST', '/api/questions/ask', { question: 'le mot rare ?', id: 'q1' });
    expect([status, json]).toEqual([202, { status: 'accepted', id: 'q1' }]);
    await expect
      .poll(async () => (await ask('POST', '/api/activities/find', { id: 'q1' })).json.matches, {
        timeout: 120_000,
      })
      .toHaveProperty(['vault/bucket/a.md']);
    const asked = (await ask('POST', '/api/activities/find', { id: 'q1' })).json;
    expect(asked).toMatchObject({ kind: 'question', state: 'done', question: 'le mot rare ?', passages: 1 });
    expect(asked.answer.text).toContain('un mot rare');
    expect(asked.run[0]).toMatchObject({ tool: 'search', ok: true, startedAt: expect.any(Number) });
    // Asked by a script or an assistant: the same.
    await ask('POST', '/api/search', { question: 'rien ?' });
    const text = `${'très long '.repeat(100)}`;
    await ask('POST', '/api/update', { text, id: 'u1' });
    await filed(service, 'u1');
    const update = (await ask('POST', '/api/activities/find', { id: 'u1' })).json;
    expect(update).toMatchObject({ kind: 'update', id: 'u1', state: 'needs_answer' });
    expect(update.title).toMatch(/^très long .*…$/s);
    expect(update.title.length).toBeLessThanOrEqual(280);
    expect(update.run.length).toBeGreaterThan(0);
    for (const step of update.run) expect(step.endedAt).toBeGreaterThanOrEqual(step.startedAt);
    const { activities } = (await ask('GET', '/api/activities/list')).json;
    expect(activities.map(({ kind }: { kind: string }) => kind).sort()).toEqual([
      'question',
      'question',
      'update',
    ]);
    for (const one of activities) expect(one).not.toHaveProperty('run');
    expect((await ask('POST', '/api/activities/list', { limit: 1 })).json.activities).toHaveLength(1);
    expect((await ask('POST', '/api/activities/list', { limit: 'x' })).status).toBe(400);
    expect((await ask('POST', '/api/activities/find', { id: 'none' })).status).toBe(404);
    expect((await ask('POST', '/api/questions/ask', { question: ' ' })).status).toBe(400);
    expect((await ask('POST', '/api/questions/ask', { question: 'x', id: '../x' })).status).toBe(400);
    expect((await ask('POST', '/api/questions/stop', { id: 'q1' })).status).toBe(202);
    expect((await ask('POST', '/api/questions/stop', { id: 'none' })).status).toBe(404);
  });

  it('an inbox item gives its candidates with their evidence, and its answer is called by its choice', async () => {
    const { ask, service } = await served({
      'projects/serre/state.md': '# Focus\nLes tomates de la serre poussent contre le mur du fond.\n',
    });
    await service.caughtUp;
    await ask('POST', '/api/update', { text: 'vert, le mur', id: 'u1' });
    await filed(service, 'u1');
    const [{ item }] = (await ask('GET', '/api/inbox/list')).json.items;
    const { candidates, choices } = (await ask('POST', '/api/inbox/read', { item })).json;
    expect(candidates).toEqual([
      {
        project: 'serre',
        score: expect.any(Number),
        evidence: [
          {
            path: 'vault/projects/serre/state.md',
            lines: expect.stringMatching(/^\d+-\d+$/),
            text: expect.stringContaining('tomates'),
          },
        ],
      },
    ]);
    const choice = choices.find(({ label }: { label: string }) => label === 'serre').id;
    const answered = await ask('POST', '/api/inbox/answer', { item, choice, id: 'a1' });
    expect(answered.status).toBe(202);
    await filed(service, 'a1');
    const status = (await ask('POST', '/api/updates/find', { id: 'a1' })).json;
    expect(status.title).toBe('vert, le mur → serre');
    // The folder that went is no file that was touched; its files are.
    expect(status.files).not.toContain(`vault/inbox/${item}`);
    expect(status.files).toContain(`vault/inbox/${item}/review.md`);
    for (const file of status.files) expect(file).toMatch(/\.[a-z]+$/);
    // Sent again because no answer came: still the same answer.
    expect((await ask('POST', '/api/inbox/answer', { item, choice, id: 'a1' })).status).toBe(202);
    expect((await ask('POST', '/api/inbox/answer', { item, choice })).status).toBe(404);
  });
});

describe('the example memory', () => {
  it('is loaded into an empty vault as one entry, and taken out by one undo', async () => {
    const { ask, service, get, root } = await served();
    await service.caughtUp;
    const events: string[] = [];
    service.events.subscribe(({ type, data }) => {
      if (type === 'file') events.push((data as { path: string }).path);
    });
    const { status, json } = await ask('POST', '/api/example', {});
    expect(status).toBe(200);
    expect(json.entry).toMatchObject({ source: 'import', reason: 'Loaded the example memory' });
    expect(json.entry.files.length).toBeGreaterThan(20);
    expect(get('overview.md')).toContain('halle-verte');
    expect(events).toContain('vault/overview.md');
    expect((await ask('GET', '/api/inbox/list')).json.items).toHaveLength(2);
    const found = await ask('POST', '/api/tools/search', { queries: ['PanierPro'] });
    expect(found.json.results.length).toBeGreaterThan(0);
    const { children } = (await ask('GET', '/api/tree')).json.tree;
    expect(children.find(({ name }: { name: string }) => name === 'projects').children).toHaveLength(6);
    await service.job.idle();
    // The watcher saw the same files: still one entry. Asked again: nothing more to do.
    expect((await ask('POST', '/api/example', {})).json.entry).toBeNull();
    const { entries } = (await ask('POST', '/api/history/list', { path: 'projects' })).json;
    expect(entries.map(({ id }: { id: string }) => id)).toEqual([json.entry.id]);

    expect((await ask('POST', '/api/history/undo', { id: json.entry.id })).status).toBe(200);
    expect(existsSync(join(root, 'projects/halle-verte'))).toBe(false);
    expect(get('overview.md')).not.toContain('halle-verte');
    expect((await ask('GET', '/api/inbox/list')).json.items).toEqual([]);
    expect((await ask('POST', '/api/example', {})).json.entry).not.toBeNull();
  });

  it.each([
    ['a file of its own', 'bucket/mine.md', 'à moi\n'],
    ['words in a starter file', 'profile.md', '# Moi\nJe suis là.\n'],
    ['another file at the root', 'notes.txt', 'x'],
  ])('is refused where the vault holds %s', async (_what, path, text) => {
    const { ask, get } = await served({ [path]: text });
    const refused = await ask('POST', '/api/example', {});
    expect([refused.status, refused.json.error.code]).toEqual([409, 'exists']);
    expect(refused.json.error.message).toContain(path);
    expect(get(path)).toContain(text);
    expect((await ask('GET', '/api/inbox/list')).json.items).toEqual([]);
  });
});

describe('the stream of events', () => {
  it('greets, then tells what happens, with ids', async () => {
    const { stream, service } = await served();
    const events = await stream('/api/events');
    expect((await events.next())!).toMatchObject({ event: 'hello', data: { last: expect.any(String) } });
    service.events.publish('file', { path: 'vault/a.md', exists: true });
    expect(await events.until('file')).toMatchObject({
      id: service.events.last,
      data: { path: 'vault/a.md' },
    });
  });

  it('gives a client that comes back what it missed, even if it is cut off again before', async () => {
    const { stream, service } = await served();
    service.events.publish('file', { path: 'vault/one.md', exists: true });
    const { last } = service.events;
    service.events.publish('file', { path: 'vault/two.md', exists: true });
    const hello = await (await stream('/api/events', { 'last-event-id': last })).next();
    // No id yet: whoever is cut off here asks for the same again.
    expect(hello).toMatchObject({ event: 'hello', id: null });
    const events = await stream(`/api/events?since=${last}`);
    expect((await events.until('file')).data).toMatchObject({ path: 'vault/two.md' });
  });

  it('tells a client of another run to load anew', async () => {
    const { stream } = await served();
    const events = await stream('/api/events', { 'last-event-id': 'abcdef-12' });
    expect((await events.next())!.event).toBe('reload');
  });

  it('is bounded', async () => {
    const { stream, ask } = await served();
    const open = await Promise.all(Array.from({ length: 100 }, () => stream('/api/events')));
    expect((await ask('GET', '/api/events')).json.error.code).toBe('busy');
    await open[0]!.cancel();
    await expect.poll(async () => (await stream('/api/events')).status).toBe(200);
  });
});

describe('the guard', () => {
  it('lets nobody else in, on any route or method', async () => {
    const { ask } = await served();
    for (const headers of [
      { host: 'evil.example' },
      { host: 'localhost.evil.example' },
      { host: '127.0.0.1.evil.example' },
      { host: '10.0.0.1' },
      { host: 'user@localhost' },
      { origin: 'http://evil.example' },
      { origin: 'null' },
      { origin: 'http://localhost:4748' },
    ]) {
      for (const [method, path] of [
        ['GET', '/api/health'],
        ['POST', '/api/update'],
        ['OPTIONS', '/api/update'],
        ['GET', '/api/events'],
        ['GET', '/'],
      ] as const)
        expect((await ask(method, path, undefined, headers)).status, JSON.stringify([path, headers])).toBe(
          403,
        );
    }
    for (const headers of [
      { host: '127.0.0.1:4747' },
      { host: '[::1]:4747' },
      { origin: 'http://localhost:4747' },
    ])
      expect((await ask('GET', '/api/health', undefined, headers as never)).status).toBe(200);
  });

  it('answers other web pages on no route, and opens for a link alone', async () => {
    const { ask } = await served({ 'bucket/a.md': 'un\n' });
    const page = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
    const status = async (path: string, headers: Record<string, string>, method = 'GET') =>
      (await ask(method, path, undefined, headers)).status;
    for (const site of ['cross-site', 'same-site']) {
      const from = { 'sec-fetch-site': site };
      for (const path of [
        '/api/health',
        '/api/files/bucket/a.md',
        '/api/events',
        '/mcp',
        '/assets/a.js',
        '/',
      ])
        for (const kind of [
          { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'script' },
          { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
          { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' },
          {},
        ])
          expect(await status(path, { ...from, ...kind }), `${path} ${JSON.stringify(kind)}`).toBe(403);
      for (const path of ['/api/health', '/api/files/bucket/a.md', '/mcp', '/assets/a.js'])
        expect(await status(path, { ...from, ...page }), path).toBe(403);
      expect(await status('/', { ...from, ...page }, 'POST')).toBe(403);
      expect(await status('/', { ...from, ...page })).not.toBe(403);
      expect(await status('/file/bucket/a.md', { ...from, ...page })).not.toBe(403);
    }
    for (const site of ['same-origin', 'none'])
      expect(await status('/api/health', { 'sec-fetch-site': site })).toBe(200);
  });

  it('wants the token as soon as others can reach it', async () => {
    const { ask } = await served({}, 'secret');
    const status = async (headers: Record<string, string>) =>
      (await ask('GET', '/api/health', undefined, headers)).status;
    expect(await status({})).toBe(401);
    expect(await status({ authorization: 'Bearer secreT' })).toBe(401);
    expect(await status({ authorization: 'Basic secret' })).toBe(401);
    expect(await status({ authorization: 'Bearer secret' })).toBe(200);
    expect(await status({ authorization: 'Bearer secret', host: '10.0.0.1:4747' })).toBe(200);
    expect(await status({ authorization: 'Bearer secret', host: 'rebound.example' })).toBe(403);
  });
});
