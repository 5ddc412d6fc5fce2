import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { VaultPath } from '../../src/vault/paths.js';
import { count } from '../support/runs.js';
import { tempFolder, tempVault } from '../support/temp-vault.js';

describe('a path that no gate has seen', () => {
  it('is never followed out of the vault, by no verb of it', () => {
    const temp = tempVault({ 'notes/a.md': 'a\n' });
    const outside = tempFolder();
    writeFileSync(join(outside, 'secret.md'), 'secret');
    const name = basename(outside);
    for (const path of [`../${name}/secret.md`, `notes/../../${name}/new.md`, join(outside, 'secret.md')]) {
      const refused = expect.objectContaining({ code: 'outside_vault' });
      expect(() => temp.vault.locate(path as VaultPath)).toThrow(refused);
      const forged = { ...temp.vault.locate('notes/a.md' as VaultPath), path: path as VaultPath };
      expect(() => temp.vault.save(forged, () => 'overwritten')).toThrow(refused);
      expect(() => temp.vault.remove(forged)).toThrow(refused);
    }
    expect(readdirSync(outside)).toEqual(['secret.md']);
    expect(readFileSync(join(outside, 'secret.md'), 'utf8')).toBe('secret');
    expect(temp.get('notes/a.md')).toBe('a\n');
  });
});

const UNPORTABLE = ['CON.md', 'nul', 'x:stream.md', 'dot.', 'space ', 'what?.md', `${'x'.repeat(254)}.md`];

describe('a name that another system can not hold', () => {
  it('is refused where it would come into being, with a name that can', async () => {
    const temp = tempVault({ 'a.md': 'a\n' });
    for (const name of UNPORTABLE.flatMap((name) => [`notes/${name}`, `notes/${name}/a.md`])) {
      for (const [tool, input] of [
        ['write', { path: name, content: 'x' }],
        ['append', { path: name, content: 'x' }],
        ['move', { from: 'a.md', to: name }],
      ] as const)
        expect(await temp.error(tool, input), `${tool} ${name}`).toMatchObject({
          code: 'invalid_input',
          hint: expect.stringContaining('Choose another name, like '),
        });
    }
    expect(readdirSync(temp.root)).toEqual(['a.md']);
  });

  it('can still be read, edited, moved away and deleted where it exists', async () => {
    const names = UNPORTABLE.filter((name) => name.length < 200).map((name) => `notes/${name}`);
    const temp = tempVault(Object.fromEntries(names.map((name) => [name, 'old\n'])));
    for (const [index, path] of names.entries()) {
      expect(await temp.text('read', { paths: path })).toContain('old');
      await temp.call('append', { path, content: 'more' });
      await temp.call('edit', { path, old_content: 'old', new_content: 'new' });
      await temp.call('move', { from: path, to: `kept/${index}.md` });
      temp.put(path, 'again\n');
      await temp.call('delete', { path });
    }
    expect(readdirSync(`${temp.root}/notes`)).toEqual([]);
    expect(readdirSync(`${temp.root}/kept`)).toHaveLength(names.length);
  });
});

describe('a lock that a killed process left beside a file', () => {
  it('keeps no write waiting, also where it is empty', async () => {
    const temp = tempVault({ 'a.md': 'a\n' });
    const digest = createHash('sha256').update('a.md').digest('hex').slice(0, 12);
    temp.put(`.rappel-${digest}.lock`, '');
    const start = performance.now();
    await temp.call('append', { path: 'a.md', content: 'more' });
    expect(performance.now() - start).toBeLessThan(2_000);
    expect(temp.get('a.md')).toContain('more');
    expect(readdirSync(temp.root)).toEqual(['a.md']);
  });
});

describe('a list of paths that do not exist', () => {
  it('is answered at once in a large vault, the first ones with a near name', async () => {
    const temp = tempVault({ 'projects/x/state.md': 'x\n' });
    const files = count(2_000, 20_000);
    for (let number = 0; number < files; number++) temp.put(`notes/${number % 40}/note-${number}.md`, 'n\n');
    const paths = ['x/state.md', ...Array.from({ length: 200 }, (_, number) => `gone/note-${number}.md`)];
    let last = performance.now();
    let longest = 0;
    const meter = setInterval(() => {
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    });
    const { message } = await temp.error('read', { paths });
    clearInterval(meter);
    longest = Math.max(longest, performance.now() - last);
    expect(longest).toBeLessThan(1_000);
    expect(message).toContain('did you mean vault/projects/x/state.md?');
    expect(message.split('\n')).toHaveLength(201);
  });
});
