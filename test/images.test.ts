import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createAgents } from '../src/agents/create-agents.js';
import { gif, jpeg, png, webp } from './support/images.js';
import { httpClient, LIFE, serveVault, stdioClient, updateOf } from './support/mcp.js';
import { runCommand } from './support/run-command.js';
import { scriptedModel } from './support/scripted-model.js';
import { tempFolder, tempVault } from './support/temp-vault.js';

const IMAGES = [
  { name: 'a.png', media_type: 'image/png', bytes: png(5, 4) },
  { name: 'b.jpg', media_type: 'image/jpeg', bytes: jpeg(5, 4) },
  { name: 'c.gif', media_type: 'image/gif', bytes: gif(5, 4) },
  { name: 'd.webp', media_type: 'image/webp', bytes: webp(5, 4) },
];
const TEXT = 'startup-x: a photo of the looms';
const sent = IMAGES.map(({ name, media_type, bytes }) => ({
  name,
  media_type,
  data: bytes.toString('base64'),
}));

/** A model that writes a note and ignores the images: what is in the vault afterwards, Rappel has filed. */
function forgetfulModel() {
  const note = {
    path: 'vault/projects/startup-x/changelog.md',
    position: 'top',
    content: '## Looms\nA photo.',
  };
  return scriptedModel('openai', (request) =>
    request.includes('"role":"tool"') ? { text: 'Noted.' } : { calls: [{ name: 'append', input: note }] },
  );
}

function expectFiled(root: string, images = IMAGES): void {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (name) => !name.split('/').some((part) => part.startsWith('.')) && /\.\w+$/.test(name),
  );
  for (const { name, bytes } of images) {
    const same = files.filter((file) => readFileSync(join(root, file)).equals(bytes));
    expect(same, name).toHaveLength(1);
    expect(
      files.some((file) => file !== same[0] && readFileSync(join(root, file)).includes(same[0]!)),
      `a link to ${same[0]}`,
    ).toBe(true);
  }
}

describe.each(['with a model', 'without a model'] as const)(
  'images %s are in the vault when the update is done',
  (kind) => {
    const isModel = kind === 'with a model';

    async function served() {
      const { root } = tempVault({ ...LIFE });
      const model = isModel ? (await forgetfulModel()).settings : null;
      return { root, ...(await serveVault(root, createAgents({ model, key: 'k', language: 'en' }))) };
    }

    async function commandLine() {
      const { root } = tempVault({ ...LIFE });
      const files = tempFolder();
      mkdirSync(files, { recursive: true });
      for (const { name, bytes } of IMAGES) writeFileSync(join(files, name), bytes);
      const env: NodeJS.ProcessEnv = { XDG_CACHE_HOME: tempFolder() };
      if (isModel) {
        env.RAPPEL_MODEL = 'openai-compatible:scripted';
        env.RAPPEL_BASE_URL = (await forgetfulModel()).url;
      }
      const update = (args: string[], input?: Buffer) =>
        runCommand(['update', '--wait', '--json', ...args], {
          vault: root,
          env,
          cwd: files,
          ...(input && { input }),
        });
      return { root, env, update };
    }

    it('over HTTP, as JSON, data addresses included', async () => {
      const { root, url, service } = await served();
      const images = sent.map((image) => ({
        ...image,
        data: `data:${image.media_type};base64,${image.data}`,
      }));
      const response = await fetch(`${url}/api/update`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ text: TEXT, images: [...sent.slice(0, 2), ...images.slice(2)], id: 'one' }),
      });
      expect(response.status).toBe(202);
      expect(await finished(service, 'one')).toBe('done');
      expectFiled(root);
    });

    it('over HTTP, as a form', async () => {
      const { root, url, service } = await served();
      const form = new FormData();
      form.set('text', TEXT);
      form.set('id', 'one');
      for (const { name, media_type, bytes } of IMAGES)
        form.append('images', new Blob([new Uint8Array(bytes)], { type: media_type }), name);
      const response = await fetch(`${url}/api/update`, { method: 'POST', body: form });
      expect([response.status, await response.json()]).toEqual([202, { status: 'accepted', id: 'one' }]);
      expect(await finished(service, 'one')).toBe('done');
      expectFiled(root);
      const stranger = { method: 'POST', body: form, headers: { origin: 'https://evil.example' } };
      expect((await fetch(`${url}/api/update`, stranger)).status).toBe(403);
    });

    it('over MCP, from a service', async () => {
      const { root, url } = await served();
      const client = await httpClient('v2 2026-07-28', url);
      const given = { text: TEXT, images: sent, wait: true };
      const result = await client.callTool({ name: 'update', arguments: given });
      expect(updateOf(result)).toMatchObject({ state: 'done' });
      expectFiled(root);
    });

    it('from the command line, several at once', async () => {
      const { root, update } = await commandLine();
      const done = await update([TEXT, ...IMAGES.flatMap(({ name }) => ['--image', name])]);
      expect(done).toMatchObject({ code: 0, err: '' });
      expect(JSON.parse(done.out)).toMatchObject({ state: 'done' });
      expectFiled(root);
    });

    it.each(IMAGES)('from standard input: $name', async (image) => {
      const { root, update } = await commandLine();
      const done = await update(['-', '--project', 'startup-x'], image.bytes);
      expect(done).toMatchObject({ code: 0, err: '' });
      expect(JSON.parse(done.out)).toMatchObject({ state: 'done' });
      expectFiled(root, [image]);
    });
  },
);

describe('images over MCP from a process of its own', () => {
  it('are in the vault when the update is done', async () => {
    const { root } = tempVault({ ...LIFE });
    const client = await stdioClient('v2 2025-11-25', root);
    const result = await client.callTool({
      name: 'update',
      arguments: { text: TEXT, images: sent, wait: true },
    });
    expect(updateOf(result)).toMatchObject({ state: 'done' });
    expectFiled(root);
  });
});

/** The state of an update when it no longer waits or runs. */
function finished(service: Awaited<ReturnType<typeof serveVault>>['service'], id: string): Promise<string> {
  return new Promise((resolve) => {
    const look = () => {
      const { state, history } = service.queue.find(id);
      if (!['accepted', 'running'].includes(state) && history !== null) resolve(state);
    };
    service.events.subscribe(look);
    look();
  });
}
