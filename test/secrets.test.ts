import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createExchange } from '../src/exchange/exchange.js';
import { buildServer } from '../src/mcp/build-server.js';
import { createToolList } from '../src/mcp/tool-list.js';
import type { Memory } from '../src/memory/memory.js';
import { createRecorder } from '../src/service/capture/capture-session.js';
import { purgePath } from '../src/service/upkeep/purge.js';
import { placesOf } from './support/places-of.js';
import { servedApp } from './support/served-app.js';
import { tempFolder } from './support/temp-vault.js';

// Each door has a secret of its own, so that one that leaks is named.
const WORD = (door: string) => `Zx9-${door}-42`;

async function opened() {
  const app = await servedApp({
    'projects/tidewater/description.md': '# Tidewater\n',
    'note.md': 'A note.\n',
  });
  await app.service.caughtUp;
  const { service } = app;
  const cache = join(app.home, '..');
  const post = async (path: string, body: unknown) => (await app.ask('POST', path, { body })).json;
  const events: string[] = [];
  service.events.subscribe((event) => events.push(JSON.stringify(event)));
  return {
    ...app,
    events,
    async idle() {
      await service.filed();
      await service.job.idle();
    },
    async tell(text: string, more = {}) {
      const { id } = await post('/api/update', { text, ...more });
      await service.filed();
      await service.job.idle();
      return service.queue.find(id);
    },
    places: (value: string) =>
      placesOf([app.root, String(app.home)], value).filter((place) => cache !== place),
  };
}

describe('a suspected secret', () => {
  it('is in one place until the owner decides, and nowhere after "delete"', async () => {
    const app = await opened();
    const secret = WORD('plage');
    const { state, inbox, title, summary } = await app.tell(`Le mot de passe du serveur c'est ${secret}`);
    expect(state).toBe('needs_answer');
    expect(title).toBe("Le mot de passe du serveur c'est [mot de passe masqué]");
    expect(summary).toContain('un mot de passe');
    expect(app.places(secret)).toEqual([expect.stringMatching(/^\.rappel\/held\//)]);
    expect(app.events.join('\n')).not.toContain(secret);
    const { json: found } = await app.ask('POST', '/api/search', {
      body: { question: 'mot de passe serveur' },
    });
    expect(JSON.stringify(found)).not.toContain(secret);

    const answer = await app.tell('2', { inbox_ref: inbox });
    expect(answer).toMatchObject({ state: 'done', summary: 'Supprimé : il n’en reste rien.' });
    await app.idle();
    expect(app.places(secret)).toEqual([]);
    expect(app.places(inbox!)).not.toContain('an object of the history');
    expect(app.get('changelog.md')).not.toContain('Supprimé');
    expect(app.events.join('\n')).not.toContain(secret);
  });

  it('that is dismissed is nowhere either', async () => {
    const app = await opened();
    const secret = WORD('dismissed');
    const { inbox } = await app.tell(`login martine, pw ${secret}`);
    await app.tell('delete', { inbox_ref: inbox });
    expect(app.places(secret)).toEqual([]);
  });

  it('that is kept is in its file, whole, and in no name or title', async () => {
    const app = await opened();
    const secret = WORD('kept');
    const text = `Tidewater: the wifi password is ${secret}\nAsk Odile for the rest.`;
    const { inbox } = await app.tell(text, { project: 'tidewater' });
    const answer = await app.tell('1', { inbox_ref: inbox });
    expect(answer.state).toBe('done');
    expect(answer.summary).not.toContain(secret);
    const [place, ...others] = app.places(secret);
    expect(place).toMatch(/^projects\/tidewater\/bucket\//);
    expect(place).not.toContain('zx9');
    expect(app.get(place!)).toContain(text);
    expect(others).toEqual(['an object of the history']);
  });

  it('in an answer is refused before anything has it', async () => {
    const app = await opened();
    const { inbox } = await app.tell('Something about a thing of nothing');
    const secret = WORD('answer');
    const body = { text: `the wifi password is ${secret}`, inbox_ref: inbox ?? 'x' };
    const { json } = await app.ask('POST', '/api/update', { body });
    expect(json.error).toMatchObject({ code: 'protected' });
    expect(app.places(secret)).toEqual([]);
  });

  it('is refused where a file is written, by a tool, by MCP or in the page; a person can insist', async () => {
    const app = await opened();
    const secret = WORD('written');
    const text = `the wifi password is ${secret}\n`;
    const call = (tool: string, input: object) => app.memory.run('calls', { calls: [{ tool, input }] });
    for (const [tool, input] of [
      ['write', { path: 'new.md', content: text }],
      ['append', { path: 'note.md', content: text }],
    ] as const) {
      const { outcomes } = await call(tool, input);
      expect(outcomes[0]).toMatchObject({ ok: false, error: { code: 'protected' } });
    }
    const base = app.get('note.md');
    const body = { path: 'note.md', base, text: base + text, choices: {} };
    const refused = await app.ask('POST', '/api/files/save', { body });
    expect(refused.json.error.code).toBe('protected');
    expect(app.places(secret)).toEqual([]);
    const insisted = await app.ask('POST', '/api/files/save', { body: { ...body, keep_secrets: true } });
    expect(insisted.status).toBe(200);
    expect(app.get('note.md')).toContain(secret);
  });

  it('in a file is masked for every client of MCP, which can neither copy nor replace the mask', async () => {
    const secret = WORD('seen');
    const app = await opened();
    app.put('safe.md', `# Safe\n\nThe safe password is ${secret}\nIt is blue.\n`);
    await app.idle();
    const server = await connectMcp(app.memory);
    const read = await server.call('read', { paths: 'vault/safe.md' });
    expect(read).toContain('The safe password is [password masked]');
    expect(await server.call('find', { queries: ['safe password'] })).not.toContain(secret);
    const version = /if_match[^0-9a-f]*([0-9a-f]{12})/.exec(read)?.[1] ?? null;
    const masked = '# Safe\n\nThe safe password is [password masked]\nIt is green.\n';
    const written = await server.call('write', { path: 'safe.md', content: masked, if_match: version });
    expect(written).toContain('mask of a secret');
    expect(app.get('safe.md')).toContain(secret);
  });

  it('of an imported file is held, put back by "keep", and left nowhere by "delete"', async () => {
    for (const [choice, isKept] of [
      ['1', true],
      ['2', false],
    ] as const) {
      const app = await opened();
      const secret = WORD(`imported${choice}`);
      const text = `# Box\n\nThe wifi password is ${secret}\nMore.\n`;
      const folder = tempFolder();
      writeFileSync(join(folder, 'box.md'), text);
      const preview = await createExchange(app.vault, app.service.env, () => {}).preview({
        path: folder,
        into: undefined,
        skipSecrets: false,
      });
      await preview.run();
      preview.close();
      expect(app.places(secret)).toEqual([expect.stringMatching(/^\.rappel\/held\//)]);
      const [item] = (await app.memory.run('inbox/list')).items;
      await app.tell(choice, { inbox_ref: item!.item });
      const places = app.places(secret).filter((place) => place !== 'an object of the history');
      expect(places.length).toBe(isKept ? 1 : 0);
      if (isKept) expect(app.get(places[0]!)).toContain(text);
      else expect(app.places(secret)).toEqual([]);
    }
  });

  it('is purged with its question, wherever else it is', async () => {
    const app = await opened();
    const secret = WORD('purged');
    const { inbox } = await app.tell(`the wifi password is ${secret}`);
    await app.tell('1', { inbox_ref: inbox });
    const [file] = app.places(secret);
    await app.memory.run('search', { question: 'what is the wifi password?' });
    const other = await app.tell(`again: wifi password ${secret}`);
    expect(other.state).toBe('needs_answer');
    const report = await purgePath(
      app.service.vault,
      await app.service.engine(),
      app.service.vault.resolve(file!),
    );
    expect(report).toMatchObject({ found: true, left: [] });
    expect(app.places(secret)).toEqual([]);
    expect((await app.memory.run('inbox/list')).items).toEqual([]);
  });

  it('of a captured session is stored nowhere, and offered as nothing', async () => {
    const secret = WORD('session');
    const record = createRecorder('claude-code', new Set());
    const said = `Remember: we decided that the staging password is ${secret}`;
    const line = JSON.stringify({
      type: 'user',
      uuid: 'u1',
      timestamp: '2025-07-14T10:00:00Z',
      message: { role: 'user', content: said },
    });
    const stored = record({ text: line, offset: 0 });
    expect(stored.length).toBe(1);
    expect(stored[0]!.json).toContain('[password masked]');
    expect(stored[0]!.json).not.toContain(secret);
  });
});

/** A client of MCP without a wire between. */
async function connectMcp(memory: Memory) {
  const profile = 'full';
  const tools = createToolList(profile);
  const { server } = buildServer({ memory: async () => memory, profile, tools, version: '1' });
  const client = new Client({ name: 'test', version: '1' });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(ours as never), client.connect(theirs)]);
  onTestFinished(() => client.close());
  return {
    async call(name: string, input: Record<string, unknown>): Promise<string> {
      return JSON.stringify(await client.callTool({ name, arguments: input }));
    },
  };
}
