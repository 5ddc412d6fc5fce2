import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { served } from '../../test/support/served-files.js';

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=';
const HEAD = '---\naliases: [The plan, "A / B"]\n---\n\n';

const FILES = {
  'projects/atlas/plan.md': `${HEAD}# Printing plan\n\nSee [the café](../cafe/notes.md) and ![p](bucket/p.md).\n`,
  'projects/atlas/bucket/p.md': '# P\n',
  'projects/cafe/notes.md':
    '# Notes\n\nAs in [[plan]] and [[The plan|there]].\n\n- [x] ![[projects/atlas/plan#Printing plan]]\n',
  'bucket/one.md':
    '# One\n\n[plan](../projects/atlas/plan.md#printing-plan) `[[plan]]`\n→ vault/projects/atlas/plan.md\n',
  'bucket/two.md': '# Two\n\nThe printing plan is late.\n\nNothing here.\n',
};

describe('links between notes', () => {
  it('follow a note that is moved, as one entry that one undo takes back', async () => {
    const { ask, text, root, idle } = await served(FILES);
    await idle();
    const before = Object.keys(FILES).map((path) => [path, bodyOf(text(path))]);
    const move = { from: 'projects/atlas/plan.md', to: 'vault/bucket/print plan.md' };
    const preview = await ask('POST', '/api/files/move/preview', move);
    expect(preview.json).toEqual({ notes: 3, links: 6 });
    const moved = await ask('POST', '/api/files/move', move);
    expect(moved.json).toEqual({ notes: 3, links: 6, failed: [], warning: null });
    expect(text('bucket/print plan.md')).toContain(
      '[the café](../projects/cafe/notes.md) and ![p](../projects/atlas/bucket/p.md)',
    );
    expect(text('projects/cafe/notes.md')).toContain('As in [[print plan]] and [[The plan|there]].');
    expect(text('projects/cafe/notes.md')).toContain('![[bucket/print plan#Printing plan]]');
    expect(text('bucket/one.md')).toContain(
      '[plan](print%20plan.md#printing-plan) `[[plan]]`\n→ [[/bucket/print plan]]',
    );

    await idle();
    const { json } = await ask('GET', '/api/history/list');
    expect(json.entries[0]).toMatchObject({
      source: 'page',
      reason: 'moved vault/projects/atlas/plan.md to vault/bucket/print plan.md; updated 6 links in 3 notes',
    });
    expect((await ask('POST', '/api/history/undo', { id: json.entries[0].id })).status).toBe(200);
    for (const [path, body] of before) expect(bodyOf(text(path!)), path!).toBe(body);
    expect(() => readFileSync(join(root, 'bucket/print plan.md'))).toThrow();
  });

  it('follow a folder, and a note that links to it since a moment ago', async () => {
    const { ask, text, root } = await served(FILES);
    writeFileSync(join(root, 'late.md'), '[p](projects/atlas/bucket/p.md) [[atlas/plan]]\n');
    const move = { from: 'projects/atlas', to: 'projects/maps' };
    expect((await ask('POST', '/api/files/move', move)).json).toMatchObject({ failed: [] });
    expect(text('late.md')).toContain('[p](projects/maps/bucket/p.md) [[projects/maps/plan]]');
    expect(text('bucket/one.md')).toContain('→ vault/projects/maps/plan.md');
    expect(text('projects/maps/plan.md')).toContain('[the café](../cafe/notes.md) and ![p](bucket/p.md)');
  });

  it('refuse what the tool refuses, and change no link then', async () => {
    const { ask, text } = await served(FILES);
    const move = { from: 'projects/atlas/plan.md', to: 'bucket/one.md' };
    expect(await ask('POST', '/api/files/move', move)).toMatchObject({ json: { error: { code: 'exists' } } });
    expect(text('projects/cafe/notes.md')).toContain('As in [[plan]]');
  });

  it('lead on from a path that a file left, through every move, unless it was deleted', async () => {
    const { ask, idle } = await served(FILES);
    await idle();
    const now = async (path: string) => (await ask('POST', '/api/links/moved', { path })).json.path;
    expect([await now('bucket/one.md'), await now('bucket/never.md')]).toEqual([null, null]);
    await ask('POST', '/api/files/move', { from: 'bucket/one.md', to: 'bucket/uno.md' });
    await ask('POST', '/api/files/move', { from: 'bucket', to: 'cellar' });
    expect(await now('bucket/one.md')).toBe('vault/cellar/uno.md');
    await ask('POST', '/api/files/delete', { path: 'cellar/uno.md' });
    expect(await now('bucket/one.md')).toBeNull();
  });

  it('are shown from the other side, with mentions that are no links, and follow changes', async () => {
    const sections = { 'bucket/sections.md': '# What\n\n# Why\n', 'bucket/asks.md': 'What is late?\n' };
    const { ask, root, idle } = await served({ ...FILES, ...sections });
    await idle();
    const about = async () => (await ask('POST', '/api/links/to', { path: 'projects/atlas/plan.md' })).json;
    // The first of several sections is no name of a note.
    expect((await ask('POST', '/api/links/to', { path: 'bucket/sections.md' })).json.mentioned).toEqual([]);
    const lineOf = (path: string, words: string) =>
      readFileSync(join(root, path), 'utf8')
        .split('\n')
        .findIndex((line) => line.includes(words)) + 1;
    const { linked, total, mentioned } = await about();
    expect(total).toBe(4);
    expect(linked).toContainEqual({
      path: 'vault/projects/cafe/notes.md',
      line: lineOf('projects/cafe/notes.md', '![['),
      text: '![[projects/atlas/plan#Printing plan]]',
    });
    expect(mentioned).toEqual([
      {
        path: 'vault/bucket/two.md',
        line: lineOf('bucket/two.md', 'late'),
        text: 'The printing plan is late.',
      },
    ]);
    expect((await ask('GET', '/api/links/aliases')).json.aliases).toContainEqual({
      alias: 'A / B',
      path: 'projects/atlas/plan.md',
    });

    const two = join(root, 'bucket/two.md');
    writeFileSync(two, readFileSync(two, 'utf8').replace('The printing plan', 'The [[a / b|printing plan]]'));
    await expect.poll(async () => (await about()).total, { timeout: 120_000 }).toBe(5);
    expect((await about()).mentioned).toEqual([]);
  });
});

describe('work in the page', () => {
  it('closes a task as the clerk does', async () => {
    const task =
      '# Payer le loyer\nstatus: à-faire | prio: haute | ajoutée: 2026-11-01 | projet: —\ndeadline: 2026-12-01\n';
    const { ask, text, idle } = await served({
      'tasks.md': `# Avant\n\nReste.\n\n${task}\n# Après\n\nReste aussi.\n`,
    });
    await idle();
    const finish = { path: 'tasks.md', title: 'Payer le loyer', line: 9 };
    expect((await ask('POST', '/api/files/finish', finish)).status).toBe(200);
    expect(text('tasks.md')).not.toContain('loyer');
    expect(text('tasks.md')).toContain('# Après');
    expect(text('changelog.md')).toContain('## Fait : Payer le loyer\nstatus: à-faire');
    expect((await ask('GET', '/api/history/list')).json.entries[0]).toMatchObject({
      source: 'page',
      reason: 'Fait : Payer le loyer',
    });
    expect(await ask('POST', '/api/files/finish', finish)).toMatchObject({
      json: { error: { code: 'stale' } },
    });
  });

  it('keeps a picture in the bucket of the project, under a free name, and refuses what is none', async () => {
    const { ask, root } = await served(FILES);
    const attach = (data: string) =>
      ask('POST', '/api/files/attach', { note: 'projects/atlas/plan.md', name: 'x.png', data });
    const [one, two] = [await attach(PNG), await attach(PNG)];
    expect(one.json.path).toMatch(/^vault\/projects\/atlas\/bucket\/\d{4}-\d\d-\d\d-plan\.png$/);
    expect(two.json.path).not.toBe(one.json.path);
    const kept = readFileSync(join(root, one.json.path.slice('vault/'.length)));
    expect(kept.toString('base64')).toBe(PNG);
    const svg = Buffer.from('<svg onload="alert(1)"/>').toString('base64');
    expect(await attach(svg)).toMatchObject({ status: 400, json: { error: { code: 'invalid_input' } } });
  });
});

function bodyOf(text: string): string {
  return text.replace(/^---\n.*?\n---\n+/s, '');
}
