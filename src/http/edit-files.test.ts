import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { served } from '../../test/support/served-files.js';

const NOTE = '# Café\n\nOpens in May.\n\n# Seats\n\nTwelve seats.\n';

async function note(files: Record<string, string> = { 'note.md': NOTE }) {
  const app = await served(files);
  return {
    ...app,
    save: (base: string | null, text: string, choices = {}, path = 'note.md') =>
      app.ask('POST', `/api/files/save`, { path, base, text, choices }),
    text: (path = 'note.md') => app.text(path),
    entries: (path = 'note.md') => app.entries(path),
  };
}

describe('POST /api/files/save', () => {
  it('saves a text, stamps it, and records a burst of saves as one entry under the page', async () => {
    const { save, text, entries } = await note();
    const before = (await entries()).length;
    let base = text();
    for (const word of ['one', 'two', 'three']) {
      const { status, json } = await save(base, base.replace(/Twelve.*/, `Twelve seats, ${word}.`));
      expect(status).toBe(200);
      base = json.text;
    }
    expect(text()).toBe(base);
    expect(text()).toMatch(/^---\ncreated: .*\nupdated: .*\ntokens: \d+\n---\n/);
    expect(text()).toContain('Twelve seats, three.');
    const after = await entries();
    expect(after.slice(0, after.length - before).map(({ source }) => source)).toEqual(['page']);
  });

  it('merges what two writers changed at once in different places', async () => {
    const { save, text } = await note();
    const base = text();
    const [one, two] = await Promise.all([
      save(base, base.replace('May', 'June')),
      save(base, base.replace('Twelve', 'Fourteen')),
    ]);
    expect([one.status, two.status]).toEqual([200, 200]);
    expect(text()).toContain('Opens in June.');
    expect(text()).toContain('Fourteen seats.');
    expect(two.json.text).toBe(text());
  });

  it('shows both versions where two writers changed the same line, and loses neither', async () => {
    const { save, text } = await note();
    const base = text();
    await save(base, base.replace('May', 'June'));
    const refused = await save(base, base.replace('May', 'July'));
    expect(refused.status).toBe(409);
    const { code, data } = refused.json.error;
    expect(code).toBe('stale');
    const [unit] = data.obstacles[0].units;
    expect(unit).toMatchObject({ base: 'Opens in May.', ours: 'Opens in June.', theirs: 'Opens in July.' });
    expect(text()).toContain('Opens in June.');

    const kept = await save(base, base.replace('May', 'July'), { [unit.id]: 'keep' });
    expect(kept.json.text).toContain('Opens in June.');
    const taken = await save(base, base.replace('May', 'July'), { [unit.id]: 'take' });
    expect(taken.json.text).toContain('Opens in July.');
    expect(text()).toBe(taken.json.text);
  });

  it('keeps every version of a note that the page and an editor on disk change in turn', async () => {
    const { root, save, text, entries, ask } = await note();
    const base = text();
    const mine = await save(base, base.replace('May', 'June'));
    // An editor that had the old text open writes over it.
    writeFileSync(join(root, 'note.md'), base.replace('Twelve', 'Fourteen'));
    const again = await save(mine.json.text, mine.json.text.replace('June', 'July'));
    const versions = async (id: string) =>
      (await ask('POST', '/api/history/show', { id })).json.diff as string;
    if (again.status === 409)
      await save(mine.json.text, mine.json.text.replace('June', 'July'), { all: 'take' });
    expect(text()).toContain('July');
    const made = (await entries()).slice(0, 3);
    expect(made.map(({ source }) => source)).toEqual(['page', 'outside', 'page']);
    expect(await versions(made[2]!.id)).toContain('+Opens in June.');
    expect(await versions(made[1]!.id)).toContain('+Fourteen seats.');
    expect(await versions(made[0]!.id)).toContain('+Opens in July.');
  });

  it('answers with the current text where nothing was typed', async () => {
    const { root, save, text, idle } = await note();
    const base = text();
    writeFileSync(join(root, 'note.md'), `${base}\nFrom outside.\n`);
    await idle();
    const { json } = await save(base, base);
    expect(json.text).toBe(text());
    expect(json.text).toContain('From outside.');
  });

  it('creates a file, and refuses to create it twice', async () => {
    const { save, text } = await note();
    expect((await save(null, '# New\n', {}, 'projects/x/new.md')).status).toBe(200);
    expect(text('projects/x/new.md')).toContain('# New');
    expect((await save(null, '# Other\n', {}, 'projects/x/new.md')).json.error.code).toBe('exists');
  });

  it('says that a file is gone instead of bringing it back unasked', async () => {
    const { ask, save, text } = await note();
    const base = text();
    await ask('POST', '/api/files/delete', { path: 'note.md' });
    expect((await save(base, `${base}more\n`)).status).toBe(404);
    expect((await save(null, `${base}more\n`)).status).toBe(200);
    expect(text()).toContain('more');
  });

  it('refuses paths outside the vault, hidden files, folders, images and the tree', async () => {
    const { save } = await note({ 'note.md': NOTE, 'folder/a.md': 'A\n' });
    const codes: string[] = [];
    for (const path of ['..%2Fnote.md', '.rappel/token', '.rappel/format.json', 'folder', 'a.png', 'tree.md'])
      codes.push((await save(null, 'x', {}, path)).json.error.code);
    expect(codes).toEqual([
      'outside_vault',
      'outside_vault',
      'outside_vault',
      'not_text',
      'not_text',
      'protected',
    ]);
  });

  it.skipIf(process.getuid?.() === 0)('says so where the file is read-only', async () => {
    const { root, save, text } = await note();
    const base = text();
    chmodSync(join(root, 'note.md'), 0o444);
    expect((await save(base, `${base}more\n`)).json.error.code).toBe('io');
    expect(text()).toBe(base);
  });

  it('saves and merges a file of 5 MB', async () => {
    const paragraphs = Array.from(
      { length: 40_000 },
      (_, at) => `Paragraph ${at} says ${'word '.repeat(22)}.`,
    );
    const { save, text } = await note({ 'note.md': `# Long\n\n${paragraphs.join('\n\n')}\n` });
    const base = text();
    expect(base.length).toBeGreaterThan(5_000_000);
    const one = await save(base, base.replace('Paragraph 39999 says', 'Paragraph last says'));
    const two = await save(base, base.replace('Paragraph 7 says', 'Paragraph seven says'));
    expect([one.status, two.status]).toEqual([200, 200]);
    expect(text()).toContain('Paragraph last says');
    expect(text()).toContain('Paragraph seven says');
  });
});

describe('a file that a person moves or deletes', () => {
  it('is recorded under the page', async () => {
    const { ask, text, entries } = await note();
    expect((await ask('POST', '/api/files/move', { from: 'note.md', to: 'bucket/café.md' })).status).toBe(
      200,
    );
    expect(text('bucket/café.md')).toContain('Twelve seats.');
    expect((await entries('bucket/café.md'))[0]!.source).toBe('page');
    expect((await ask('POST', '/api/files/delete', { path: 'bucket/café.md' })).status).toBe(200);
    const [deleted] = await entries('bucket/café.md');
    expect(deleted!.source).toBe('page');
    expect((await ask('POST', '/api/history/undo', { id: deleted!.id })).status).toBe(200);
    expect(text('bucket/café.md')).toContain('Twelve seats.');
  });

  it('stays where it is if the new name is taken or outside, or if it is a root file', async () => {
    const { ask } = await note({ 'a.md': 'A\n', 'b.md': 'B\n' });
    const move = async (from: string, to: string) =>
      (await ask('POST', '/api/files/move', { from, to })).json.error.code;
    expect(await move('a.md', 'b.md')).toBe('exists');
    expect(await move('a.md', '../a.md')).toBe('outside_vault');
    expect(await move('tasks.md', 'x.md')).toBe('protected');
    expect((await ask('POST', '/api/files/delete', { path: 'tasks.md' })).json.error.code).toBe('protected');
  });
});
