import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { tempVault } from '../../test/support/temp-vault.js';
import type { RappelError } from '../shared/errors.js';
import { mount } from './file-system.js';
import { readText } from './files.js';
import { ROOT } from './paths.js';
import { walk } from './scan.js';
import { wallRoot } from './state-folder.js';
import { narrower, projectWall, type Wall } from './wall.js';
import { createWallSight } from './wall-sight.js';
import { createWalledFileSystem } from './walled-file-system.js';
import { createWalledVault } from './walled-vault.js';

const FILES = {
  'profile.md': 'me\n',
  'overview.md': 'all\n',
  'projects/ketch/state.md': 'afloat\n',
  'projects/zebra/state.md': 'striped\n',
  'projects/zebra/shared.md': '---\nglobal: true\n---\n\nfor all\n',
};

async function walled(wall: Wall = projectWall('ketch'), files: Record<string, string> = FILES) {
  const temp = tempVault(files);
  const root = wallRoot(temp.root, 'test');
  const sight = createWallSight(temp.root, wall, () => new Set());
  await sight.refresh();
  onTestFinished(mount(root, createWalledFileSystem(root, temp.root, sight.names)));
  const vault = createWalledVault(temp.vault, root, sight);
  const paths = () => [...walk(root, root, ROOT)].map(({ path }) => path as string);
  const errorOf = (work: () => unknown): Pick<RappelError, 'code' | 'message'> | null => {
    try {
      work();
      return null;
    } catch (error) {
      return error as RappelError;
    }
  };
  return { ...temp, vault, whole: temp.vault, sight, paths, errorOf };
}

describe('a vault behind a wall', () => {
  it('holds what is inside, and the folders that lead there', async () => {
    const { paths, vault } = await walled();
    expect(paths()).toEqual([
      'profile.md',
      'projects',
      'projects/ketch',
      'projects/ketch/state.md',
      'projects/zebra',
      'projects/zebra/shared.md',
    ]);
    expect(readText(vault.resolve('projects/ketch/state.md'))).toBe('afloat\n');
    expect(vault.resolve('projects/zebra/state.md').kind).toBe('missing');
  });

  it('has no trace of a folder in which nothing is inside', async () => {
    const { paths, vault } = await walled(projectWall('none'), { 'projects/zebra/a.md': 'x\n' });
    expect(paths()).toEqual([]);
    expect(vault.resolve('projects').kind).toBe('missing');
  });

  it('says the same of a file outside and of one that does not exist', async () => {
    const { vault, errorOf } = await walled();
    const said = (path: string) => {
      const place = vault.resolve(path);
      const errors = [vault.missing(place), errorOf(() => vault.save(place, () => 'x\n'))];
      return errors.map((error) => `${error?.code} ${error?.message}`);
    };
    expect(said('projects/zebra/state.md')).toEqual(said('projects/zebra/xtate.md'));
    expect(said('overview.md')).toEqual(said('underview.md'));
  });

  it('follows no link out of it', async () => {
    const { root, vault, errorOf } = await walled();
    symlinkSync(join(root, 'projects/zebra/state.md'), join(root, 'projects/ketch/link.md'));
    symlinkSync(join(root, 'projects/zebra'), join(root, 'projects/ketch/folder'));
    expect(errorOf(() => vault.resolve('projects/ketch/link.md'))).toMatchObject({ code: 'outside_vault' });
    const below = vault.resolve('projects/ketch/folder/state.md');
    expect(below.kind).toBe('missing');
    expect(errorOf(() => vault.save(below, () => 'x\n'))).toMatchObject({ code: 'not_found' });
    const shared = vault.resolve('projects/ketch/folder/shared.md');
    expect(errorOf(() => vault.save(shared, () => 'x\n'))).toMatchObject({ code: 'protected' });
    expect(errorOf(() => vault.remove(shared))).toMatchObject({ code: 'protected' });
    const place = { ...vault.resolve('projects/ketch/new.md') };
    symlinkSync(join(root, 'projects/zebra/state.md'), join(root, 'projects/ketch/new.md'));
    expect(errorOf(() => vault.save(place, () => 'x\n'))).toMatchObject({ code: 'outside_vault' });
    expect(readFileSync(join(root, 'projects/zebra/state.md'), 'utf8')).toBe('striped\n');
  });

  it('changes files inside, and moves none across', async () => {
    const { vault, get, errorOf } = await walled();
    vault.save(vault.resolve('projects/ketch/new.md'), () => 'sail\n');
    expect(get('projects/ketch/new.md')).toContain('sail');
    const from = vault.resolve('projects/ketch/new.md');
    expect(errorOf(() => vault.move(from, vault.resolve('projects/zebra/new.md')))).toMatchObject({
      code: 'not_found',
    });
    expect(errorOf(() => vault.remove(vault.resolve('projects')))).toMatchObject({ code: 'not_found' });
    vault.move(from, vault.resolve('projects/ketch/sub/new.md'));
    expect(get('projects/ketch/sub/new.md')).toContain('sail');
  });

  it('shows global files to read, and lets nobody mark one', async () => {
    const { vault, put, sight, errorOf } = await walled();
    const shared = vault.resolve('projects/zebra/shared.md');
    expect(errorOf(() => vault.save(shared, () => 'x\n'))).toMatchObject({ code: 'protected' });
    const own = vault.resolve('projects/ketch/state.md');
    const marked = '---\nglobal: true\n---\n\nx\n';
    expect(errorOf(() => vault.save(own, () => marked))).toMatchObject({ code: 'protected' });
    vault.create(vault.resolve('projects/ketch/a.bin'), Buffer.from(marked));
    const renamed = () =>
      vault.move(vault.resolve('projects/ketch/a.bin'), vault.resolve('projects/ketch/a.md'));
    expect(errorOf(renamed)).toMatchObject({ code: 'protected' });
    // A mark that is taken away counts at once.
    put('projects/zebra/shared.md', 'not for all any more\n');
    expect(vault.resolve('projects/zebra/shared.md').kind).toBe('missing');
    put('projects/zebra/other.md', marked);
    await sight.refresh();
    expect(readText(vault.resolve('projects/zebra/other.md'))).toBe(marked);
  });
});

describe('two walls', () => {
  it('let through what both do', () => {
    const [a, b] = [projectWall('a'), { paths: ['projects'], global: true } as unknown as Wall];
    expect(narrower(a, b)).toEqual({ paths: ['projects/a'], global: true });
    expect(narrower(a, projectWall('b'))).toEqual({ paths: ['profile.md'], global: true });
  });
});
