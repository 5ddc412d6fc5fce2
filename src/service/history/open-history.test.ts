import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempVault } from '../../../test/support/temp-vault.js';
import { ROOT, type VaultPath } from '../../vault/paths.js';
import { createGitHistory } from './open-history.js';

const at = (path: string) => path as VaultPath;

/** Each step changes files and becomes an entry. */
async function recordedSteps(...steps: ((vault: ReturnType<typeof steady>) => void)[]) {
  const vault = steady();
  const history = createGitHistory(vault.vault);
  for (const [index, step] of steps.entries()) {
    step(vault);
    await history.record({ source: 'tool', reason: `step ${index}`, paths: [ROOT] });
  }
  const names = async (path: string) => {
    const { otherNames, movedTo } = await history.lineage(at(path));
    return { otherNames: otherNames.sort(), movedTo };
  };
  return { ...vault, history, names };
}

function steady() {
  const temp = tempVault();
  const move = (from: string, to: string) => renameSync(join(temp.root, from), join(temp.root, to));
  return { ...temp, move, remove: (path: string) => rmSync(join(temp.root, path)) };
}

const LINES = Array.from({ length: 30 }, (_, index) => `line ${index}\n`).join('');

describe('the lineage of a file', () => {
  it('follows it back through moves, also with an edit, and through a copy whose original went', async () => {
    const { names } = await recordedSteps(
      ({ put }) => put('a.txt', LINES),
      ({ move }) => move('a.txt', 'b.txt'),
      ({ move, put }) => {
        move('b.txt', 'c.txt');
        put('c.txt', `${LINES}edited\n`);
      },
      ({ put }) => put('d.txt', `${LINES}edited\n`),
      ({ remove }) => remove('c.txt'),
    );
    expect(await names('d.txt')).toEqual({ otherNames: ['a.txt', 'b.txt', 'c.txt'], movedTo: [] });
    expect(await names('b.txt')).toEqual({ otherNames: ['a.txt', 'c.txt'], movedTo: ['d.txt'] });
  });

  it('leaves alone another file that has or had its name, and copies', async () => {
    const { names, history } = await recordedSteps(
      ({ put }) => put('a.txt', 'one, alone\n'),
      ({ remove }) => remove('a.txt'),
      ({ put }) => put('a.txt', LINES),
      ({ move }) => move('a.txt', 'b.txt'),
      ({ put }) => put('a.txt', 'three, alone\n'),
      ({ put }) => put('copy.txt', LINES),
    );
    expect(await names('b.txt')).toEqual({ otherNames: ['a.txt'], movedTo: [] });
    await history.purge(at('b.txt'));
    const left = [];
    for (const { id } of await history.list({ limit: 20 }))
      for (const { path, after } of await history.versions(id)) left.push(`${path} ${after === null}`);
    expect(left).toEqual(['copy.txt false', 'a.txt false', 'a.txt true', 'a.txt false']);
    expect(await history.unrecorded()).toEqual(['b.txt']);
  });
});
