import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { tempFolder, tempVault } from '../../../test/support/temp-vault.js';
import { ROOT } from '../../vault/paths.js';
import { createGitHistory } from './open-history.js';
import { BRANCH, createPrivateGitDir } from './private-git-dir.js';

const NONE = { objects: 'objects', head: null, shallow: [] };

/** What git would see in the directory of the next call. */
function next(repository: Parameters<typeof createPrivateGitDir>[0]) {
  const { folder, release } = createPrivateGitDir(repository);
  const read = (name: string) =>
    existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : null;
  const seen = {
    folder,
    head: read(BRANCH),
    shallow: read('shallow'),
    others: ['FETCH_HEAD', 'index'].map(read),
  };
  release();
  return seen;
}

it('uses the directory of an earlier call, with nothing of that call', () => {
  const first = next({ ...NONE, head: 'a', shallow: ['b', 'c'] });
  expect(first).toMatchObject({ head: 'a\n', shallow: 'b\nc\n' });
  expect(next(NONE)).toEqual({ folder: first.folder, head: null, shallow: null, others: [null, null] });
  const two = [createPrivateGitDir(NONE), createPrivateGitDir(NONE)];
  expect(new Set(two.map(({ folder }) => folder)).size).toBe(2);
  for (const { release } of two) release();
});

it.each([
  ['git left something in it', (folder: string) => writeFileSync(join(folder, 'FETCH_HEAD'), 'x')],
  ['something was cleared away', (folder: string) => rmSync(join(folder, 'config'))],
  ['it was cleared away', (folder: string) => rmSync(folder, { recursive: true })],
])('makes a new one where %s', (_, change) => {
  for (const when of ['during', 'after']) {
    const { folder, release } = createPrivateGitDir(NONE);
    if (when === 'during') change(folder);
    release();
    if (when === 'after') change(folder);
    const fresh = next(NONE);
    expect(fresh).toMatchObject({ others: [null, null] });
    expect(existsSync(join(fresh.folder, 'config'))).toBe(true);
  }
});

it('removes what a killed process left', () => {
  const temporary = tempFolder();
  vi.stubEnv('TMPDIR', temporary);
  const dead = execFileSync(process.execPath, ['-p', 'process.pid'], { encoding: 'utf8' }).trim();
  const left = join(temporary, `rappel-git-${dead}-abc`);
  mkdirSync(join(left, 'refs'), { recursive: true });
  const all = Array.from({ length: 5 }, () => createPrivateGitDir(NONE));
  expect(existsSync(left)).toBe(false);
  for (const { spoil, release } of all) {
    spoil();
    release();
  }
  expect(readdirSync(temporary)).toEqual([]);
  vi.unstubAllEnvs();
});

it('does not use one again in which git was stopped', () => {
  const { folder, spoil, release } = createPrivateGitDir(NONE);
  spoil();
  release();
  expect(existsSync(folder)).toBe(false);
});

it('is left by readers who stop at the last content', async () => {
  const { vault } = tempVault({ 'a.md': 'one' });
  const history = createGitHistory(vault);
  await history.record({ source: 'tool', reason: 'x', paths: [ROOT] });
  const [version] = [...(await history.current())].map(([, id]) => id);
  const temporary = tempFolder();
  vi.stubEnv('TMPDIR', temporary);
  const spares = Array.from({ length: 5 }, () => createPrivateGitDir(NONE));
  for (let n = 0; n < 3; n++) {
    const contents = history.read([version!])[Symbol.asyncIterator]();
    expect(String((await contents.next()).value)).toContain('one');
  }
  for (const { spoil, release } of spares) {
    spoil();
    release();
  }
  vi.unstubAllEnvs();
  expect(readdirSync(temporary).length).toBeLessThanOrEqual(1);
});
