import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { describe, expect, it, vi } from 'vitest';
import { servedApp } from '../../test/support/served-app.js';
import { zip } from '../../test/support/zip.js';

type App = Awaited<ReturnType<typeof servedApp>>;

/** What a browser does with chosen files. */
async function sent({ ask }: App, files: Record<string, string | Buffer>): Promise<string> {
  const { id } = (await ask('POST', '/api/imports/begin')).json;
  for (const [path, content] of Object.entries(files)) {
    const query = new URLSearchParams({ path, modified: '1704067200000' });
    const { status } = await ask('PUT', `/api/imports/${id}/files?${query}`, { body: Buffer.from(content) });
    expect(status, path).toBe(201);
  }
  return id;
}

async function finished({ ask }: App, id: string) {
  expect((await ask('POST', '/api/imports/run', { body: { id } })).status).toBe(200);
  return vi.waitFor(
    async () => {
      const { json } = await ask('POST', '/api/imports/find', { body: { id } });
      expect(json.state).not.toBe('running');
      return json;
    },
    { timeout: 120_000 },
  );
}

const temporary = () =>
  readdirSync(tmpdir()).filter((name) => name.startsWith(`rappel-import-${process.pid}-`));

const NOTE = '# Tide tables\n\nHigh water at 14:32.\n';

describe('Importing what a client sends', () => {
  it('previews, imports as one entry, undoes, and leaves nothing behind', async () => {
    const app = await servedApp({ 'projects/atlas/description.md': '# Atlas\n' });
    await app.service.caughtUp;
    const left = temporary();
    const id = await sent(app, { 'tides.md': NOTE });
    const { json, status } = await app.ask('POST', '/api/imports/preview', {
      body: { id, into: 'projects/atlas', skip_secrets: true },
    });
    expect(status).toBe(200);
    expect(json).toMatchObject({
      state: 'ready',
      received: { files: 1 },
      summary: {
        kind: 'Markdown file',
        into: 'vault/projects/atlas/bucket/',
        skip_secrets: true,
        counts: { new: 1, update: 0, move: 0, known: 0 },
        files: [{ action: 'new', path: 'vault/projects/atlas/bucket/tides.md', created: '2024-01-01' }],
      },
    });
    const done = await finished(app, id);
    expect(done).toMatchObject({ state: 'done', result: { written: 1, planned: 1 }, error: null });
    expect(app.get('projects/atlas/bucket/tides.md')).toContain('High water at 14:32.');
    expect(temporary()).toEqual(left);
    const [entry] = (await app.ask('POST', '/api/history/list', { body: { limit: 1 } })).json.entries;
    expect(entry).toMatchObject({ id: done.result.history, source: 'import' });
    expect((await app.ask('POST', '/api/history/undo', { body: { id: entry.id } })).status).toBe(200);
    expect(() => app.get('projects/atlas/bucket/tides.md')).toThrow('ENOENT');
  });

  it('says what is left out and which secrets it met, and knows an archive that comes again', async () => {
    const app = await servedApp();
    await app.service.caughtUp;
    const secret = `# Access\n\npassword: hunter2hunter2\nAKIA${'IOSFODNN7EXAMPLE'}\n`;
    const files = (text: string) => ({
      'Notes.zip': zip([
        { name: 'a.md', content: text },
        { name: 'access.md', content: secret },
        { name: 'tool.exe', content: 'MZ' },
        { name: '../outside.md', content: 'x' },
      ]),
    });
    const first = await sent(app, files(NOTE));
    const { summary } = (await app.ask('POST', '/api/imports/preview', { body: { id: first } })).json;
    expect(summary).toMatchObject({ kind: 'Folder', into: 'vault/bucket/', counts: { new: 2 } });
    expect(summary.secrets.count).toBeGreaterThan(0);
    expect(JSON.stringify(summary)).not.toContain('hunter2');
    const reasons = summary.skipped.map(({ reason }: { reason: string }) => reason);
    expect(reasons).toContain('its path leads out of the archive');
    expect((await finished(app, first)).state).toBe('done');
    expect(app.get('bucket/Notes/a.md')).toContain('14:32');

    const again = await sent(app, files(`${NOTE}\nLow water at 20:40.\n`));
    const second = (await app.ask('POST', '/api/imports/preview', { body: { id: again } })).json.summary;
    expect(second.counts).toEqual({ new: 0, update: 1, move: 0, known: 1 });
    // Another file of the same name says nothing about the first: both are kept.
    const other = await sent(app, { 'a.md': '# Something else\n' });
    const third = (
      await app.ask('POST', '/api/imports/preview', { body: { id: other, into: 'bucket/Notes' } })
    ).json;
    expect(third.summary.files).toMatchObject([{ action: 'new', path: 'vault/bucket/Notes/a-2.md' }]);
  });

  it('is cancelled without a trace', async () => {
    const app = await servedApp();
    const left = temporary();
    const id = await sent(app, { 'Trip/day-1.md': NOTE, 'Trip/day-2.md': NOTE });
    const { summary } = (await app.ask('POST', '/api/imports/preview', { body: { id } })).json;
    expect(summary.files.map(({ path }: { path: string }) => path)).toContain('vault/bucket/Trip/day-1.md');
    expect((await app.ask('POST', '/api/imports/cancel', { body: { id } })).status).toBe(200);
    expect((await app.ask('POST', '/api/imports/run', { body: { id } })).status).toBe(404);
    expect(temporary()).toEqual(left);
    expect(() => app.get('bucket/Trip/day-1.md')).toThrow('ENOENT');
  });

  it('refuses names that lead elsewhere, forms, archives of a vault, and what it can’t read', async () => {
    const app = await servedApp();
    const { id } = (await app.ask('POST', '/api/imports/begin')).json;
    const put = (path: string, body: unknown = Buffer.from('x')) =>
      app.ask('PUT', `/api/imports/${id}/files?${new URLSearchParams({ path })}`, { body });
    for (const path of [
      '../x.md',
      '/etc/x.md',
      'a/../../x.md',
      '.hidden/x.md',
      '',
      'a//x.md',
      `${'x'.repeat(300)}.md`,
    ])
      expect((await put(path)).status, path).toBeGreaterThanOrEqual(400);
    expect((await put('x.md', { json: true })).status).toBe(400);
    expect((await app.ask('POST', '/api/imports/preview', { body: { id } })).json.error.message).toBe(
      'no file was sent',
    );
    expect((await put('vault.tar.gz')).status).toBe(201);
    expect((await put('vault.tar.gz')).status).toBe(409);
    const { error } = (await app.ask('POST', '/api/imports/preview', { body: { id } })).json;
    expect(error).toMatchObject({ code: 'invalid_input', hint: expect.stringContaining('--vault DIR') });
    const odd = await sent(app, { 'tool.exe': 'MZ' });
    expect(
      (await app.ask('POST', '/api/imports/preview', { body: { id: odd } })).json.error.message,
    ).toContain('.exe');
    expect((await app.ask('POST', '/api/imports/preview', { body: { id: odd, into: '../x' } })).status).toBe(
      403,
    );
    expect((await app.ask('POST', '/api/imports/find', { body: { id: 'none' } })).status).toBe(404);
  });
});

describe('The vault as a download', () => {
  it('is the archive of `rappel export`, once, and leaves nothing behind', async () => {
    const app = await servedApp({ 'bucket/a.md': NOTE });
    await app.service.caughtUp;
    const left = temporary();
    const made = await app.ask('POST', '/api/exports/prepare');
    expect(made.status).toBe(200);
    expect(made.json).toMatchObject({ name: expect.stringMatching(/^rappel-.*\.tar\.gz$/), left_out: [] });
    const file = await app.ask('GET', `/api/exports/${made.json.id}`);
    expect(file.headers.get('content-disposition')).toContain(made.json.name);
    expect(file.json.byteLength).toBe(made.json.bytes);
    await vi.waitFor(() => expect(temporary()).toEqual(left), { timeout: 120_000 });
    expect((await app.ask('GET', `/api/exports/${made.json.id}`)).status).toBe(404);
  });
});
