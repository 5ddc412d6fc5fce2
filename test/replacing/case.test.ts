import { mkdirSync, mkdtempSync, readdirSync, realpathSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createGitHistory } from '../../src/service/history/open-history.js';
import { createLiveTree } from '../../src/service/job/live-tree.js';
import { recordedPath } from '../../src/vault/paths.js';
import { removeFolder } from '../support/remove-folder.js';
import { createMachines } from '../support/sync-machines.js';
import { tempVault } from '../support/temp-vault.js';

vi.mock('node:fs', async (original) => {
  const { foldingFs } = await import('../support/folding-disk.js');
  return foldingFs(await original());
});

function foldingVault(files: Record<string, string>) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'rappel-folding-')));
  onTestFinished(() => removeFolder(root));
  return tempVault(files, root);
}

describe('on a disk that takes upper and lower case for the same name', () => {
  it('a file has the path that the disk spells, whatever was typed', async () => {
    const temp = foldingVault({ 'Projects/X/State.md': 'state\n' });
    expect(await temp.text('read', { paths: 'projects/x/STATE.md' })).toContain('vault/Projects/X/State.md');
    await temp.call('edit', { path: 'projects/x/state.md', old_content: 'state', new_content: 'new' });
    await temp.call('append', { path: 'projects/x/tasks.md', content: 'task' });
    expect(readdirSync(temp.root)).toEqual(['Projects']);
    expect(readdirSync(join(temp.root, 'Projects/X')).sort()).toEqual(['State.md', 'tasks.md']);
  });

  it('a rename to other letters is a rename, and leaves no ghost in tree and history', async () => {
    const temp = foldingVault({ 'notes/idea.md': 'idea\n' });
    const history = createGitHistory({ root: temp.root, clock: temp.vault.clock });
    const tree = createLiveTree(temp.root);
    const paths = ['notes/idea.md', 'notes/Idea.md'].map(recordedPath);
    await history.record({ source: 'outside', paths });

    expect(await temp.text('move', { from: 'notes/idea.md', to: 'notes/Idea.md' })).toBe(
      'moved vault/notes/idea.md to vault/notes/Idea.md',
    );
    expect(readdirSync(join(temp.root, 'notes'))).toEqual(['Idea.md']);
    for (const path of paths) tree.refresh(path);
    expect((await tree.measured()).children![0]!.children!.map(({ name }) => name)).toEqual(['Idea.md']);
    const entry = await history.record({ source: 'tool', paths });
    expect(entry?.files).toEqual([
      { path: 'notes/Idea.md', change: 'added' },
      { path: 'notes/idea.md', change: 'deleted' },
    ]);
  });

  it('a sync stops before two files of another machine become one', async () => {
    const machines = createMachines();
    onTestFinished(machines.remove);
    const [linux, mac] = [machines.machine('linux'), machines.machine('mac-folding-disk')];
    linux.write('Note.md', 'one\n');
    linux.write('note.md', 'two\n');
    await linux.sync();
    await expect(mac.sync()).rejects.toThrow('takes Note.md and note.md for the same file');
    expect(mac.files()).toEqual({});
    linux.rename('note.md', 'other.md');
    await linux.sync();
    await mac.sync();
    expect(mac.files()).toEqual({ 'Note.md': 'one\n', 'other.md': 'two\n' });
  });

  it('a rename of a folder by another program is seen as one', () => {
    const temp = foldingVault({ 'notes/idea.md': 'idea\n' });
    mkdirSync(join(temp.root, 'other'));
    writeFileSync(join(temp.root, 'other/a.md'), 'a');
    renameSync(join(temp.root, 'notes'), join(temp.root, 'Notes'));
    const kind = (path: string) => temp.vault.locate(recordedPath(path)).kind;
    expect(['notes', 'notes/idea.md', 'Notes', 'Notes/idea.md', 'other/a.md'].map(kind)).toEqual([
      'missing',
      'missing',
      'folder',
      'file',
      'file',
    ]);
  });
});
