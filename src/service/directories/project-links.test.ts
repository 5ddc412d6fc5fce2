import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempFolder } from '../../../test/support/temp-vault.js';
import {
  linkDirectory,
  projectName,
  projectOfDirectory,
  readDirectory,
  readLinks,
  sameRemote,
  unlinkDirectory,
  wallOfDirectory,
} from './project-links.js';

function put(folder: string, files: Record<string, string>): string {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

const remote = (url: string) => `[core]\n\tbare = false\n[remote "origin"]\n\turl = ${url}\n\tfetch = x\n`;

function repository(url: string | null, files: Record<string, string> = {}): string {
  return put(tempFolder(), { '.git/config': url === null ? '[core]\n' : remote(url), ...files });
}

describe('a working directory', () => {
  it('is its repository, also from a folder inside and from a worktree', () => {
    const main = repository('git@github.com:Acme/Loom.git', { 'src/deep/x.ts': '' });
    const tree = put(tempFolder(), { '.git': `gitdir: ${main}/.git/worktrees/fix\n` });
    put(main, { '.git/worktrees/fix/commondir': '../..\n' });
    for (const place of [main, join(main, 'src/deep'), tree])
      expect(readDirectory(place)).toEqual({
        top: main,
        isRepository: true,
        remote: 'github.com/Acme/Loom',
        named: null,
      });
  });

  it.each([
    ['git@github.com:acme/loom.git', 'github.com/acme/loom'],
    ['https://user:secret@GitHub.com/acme/loom.git/', 'github.com/acme/loom'],
    ['ssh://git@github.com:22/acme/loom', 'github.com/acme/loom'],
    ['https://github.com/acme/loom', 'github.com/acme/loom'],
    ['/srv/git/loom.git', '/srv/git/loom'],
    ['C:\\git\\loom', 'C:\\git\\loom'],
  ])('has one spelling of its remote: %s', (address, expected) => {
    expect(sameRemote(address)).toBe(expected);
  });

  it('takes origin before any other remote', () => {
    const config = '[remote "fork"]\n url = https://a.b/fork\n[remote "origin"]\n url = https://a.b/main\n';
    expect(readDirectory(put(tempFolder(), { '.git/config': config })).remote).toBe('a.b/main');
  });
});

describe('the project of a directory', () => {
  it('is the one it is linked to: by its remote in every clone, by its path otherwise', () => {
    const vault = tempFolder();
    const [first, second] = [1, 2].map(() => repository('https://a.b/acme/loom.git')) as [string, string];
    linkDirectory(vault, readDirectory(first), { project: 'weaving', open: false });
    expect(projectOfDirectory(vault, second)).toMatchObject({
      project: 'weaving',
      by: 'remote',
      open: false,
    });
    const plain = put(tempFolder(), { 'inner/x': '' });
    linkDirectory(vault, readDirectory(plain), { project: 'notes', open: true });
    expect(projectOfDirectory(vault, join(plain, 'inner'))).toMatchObject({
      project: 'notes',
      by: 'path',
      open: true,
    });
    expect(unlinkDirectory(vault, readDirectory(plain))).toBe(true);
    expect(unlinkDirectory(vault, readDirectory(plain))).toBe(false);
    expect(readLinks(vault)).toHaveLength(1);
  });

  it('is the one that .rappel.json names, or the name of the repository', () => {
    const vault = tempFolder();
    const named = repository('https://a.b/acme/loom', { '.rappel.json': '{"project": "Weaving"}' });
    expect(projectOfDirectory(vault, named)).toMatchObject({ project: 'Weaving', by: 'file', open: false });
    expect(projectOfDirectory(vault, repository('https://a.b/acme/Loom.git'))).toMatchObject({
      project: 'loom',
      by: 'name',
      open: false,
    });
  });

  it('is not taken from another directory by a name', () => {
    const vault = tempFolder();
    linkDirectory(vault, readDirectory(repository('https://a.b/acme/loom')), {
      project: 'loom',
      open: false,
    });
    const other = repository('https://evil/loom', { '.rappel.json': '{"project": "loom"}' });
    expect(projectOfDirectory(vault, other)).toMatchObject({ project: null, by: null, open: false });
  });

  it('is none for a plain folder, the vault, or a name that leads elsewhere', () => {
    const vault = tempFolder();
    expect(projectOfDirectory(vault, tempFolder())).toMatchObject({ project: null, open: true });
    expect(projectOfDirectory(vault, vault)).toMatchObject({ project: null, open: true });
    expect(['../x', 'a/b', '.git', '', '…'].map(projectName)).toEqual(['x', 'a-b', 'git', null, null]);
  });
});

describe('the wall of a directory', () => {
  const LOOM = { paths: ['projects/loom', 'profile.md'], global: true };

  it('is that of its project, linked or not, until the user opens it', () => {
    const [root, place] = [tempFolder(), repository('git@github.com:acme/loom.git')];
    const wall = (directory = place) => wallOfDirectory(projectOfDirectory(root, directory));
    expect(wall()).toEqual(LOOM);
    expect(wall(put(tempFolder(), { '.rappel.json': '{"project": "loom"}' }))).toEqual(LOOM);
    linkDirectory(root, readDirectory(place), { project: 'loom', open: false });
    expect(wall()).toEqual(LOOM);
    expect(wall(repository('https://evil/loom'))).toEqual({ paths: ['profile.md'], global: true });
    linkDirectory(root, readDirectory(place), { project: 'loom', open: true });
    expect(wall()).toBeNull();
  });

  it('is none for a plain folder', () => {
    expect(wallOfDirectory(projectOfDirectory(tempFolder(), tempFolder()))).toBeNull();
  });
});
