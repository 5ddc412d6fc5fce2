import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempFolder } from '../../test/support/temp-vault.js';
import { createFiles } from './new-files.js';

function newFiles(folder: string, names: string[]) {
  return names.map((name) => ({
    place: { target: join(folder, name), shown: `vault/${name}` },
    bytes: Buffer.from(`of ${name}`),
  }));
}

const allIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name)).isFile())
    .sort();

describe('creating many files', () => {
  it('writes each of them whole, in folders that are made, and leaves nothing else', async () => {
    const folder = tempFolder();
    const names = Array.from({ length: 50 }, (_, number) => `f${number % 3}/deep/${number}.md`);
    const told: string[] = [];
    await createFiles(newFiles(folder, names), ({ place }) => told.push(place.shown));
    expect(allIn(folder)).toEqual([...names].sort());
    expect(told).toEqual(names.map((name) => `vault/${name}`));
    for (const name of names) expect(readFileSync(join(folder, name), 'utf8')).toBe(`of ${name}`);
  });

  it('never replaces a file: those before it stay, and nothing else is left', async () => {
    const folder = tempFolder();
    writeFileSync(join(folder, 'b.md'), 'mine');
    const told: string[] = [];
    const files = newFiles(folder, ['a.md', 'b.md', 'c.md']);
    await expect(createFiles(files, ({ place }) => told.push(place.shown))).rejects.toMatchObject({
      code: 'stale',
      path: 'vault/b.md',
    });
    expect([allIn(folder), told]).toEqual([['a.md', 'b.md'], ['vault/a.md']]);
    expect(readFileSync(join(folder, 'b.md'), 'utf8')).toBe('mine');
  });

  it('says which file it could not write', async () => {
    const folder = tempFolder();
    writeFileSync(join(folder, 'file'), '');
    const files = newFiles(folder, ['a.md', 'file/b.md']);
    await expect(createFiles(files, () => {})).rejects.toMatchObject({ path: 'vault/file/b.md' });
    expect(allIn(folder)).toEqual(['file']);
  });
});
