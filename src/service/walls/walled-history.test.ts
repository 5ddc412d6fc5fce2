import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempVault } from '../../../test/support/temp-vault.js';
import { ROOT, recordedPath, type VaultPath } from '../../vault/paths.js';
import { projectWall, wallKey } from '../../vault/wall.js';
import { createWallSight } from '../../vault/wall-sight.js';
import type { History } from '../history/history.js';
import { createGitHistory } from '../history/open-history.js';
import { walledHistory } from './walled-history.js';

const LINK = recordedPath('projects/x/l.md');
const SECRET = 'zebra stripes are secret\n';

function linkedVault() {
  const temp = tempVault({ 'projects/x/state.md': 'own\n', 'projects/y/zebra.md': SECRET });
  const history = createGitHistory(temp.vault);
  const wall = projectWall('x');
  const sight = createWallSight(temp.root, wall, () => new Set());
  const walled = walledHistory(history, sight.see, wallKey(wall));
  const link = (path = 'projects/x/l.md', target = '../y/zebra.md') =>
    symlinkSync(target, join(temp.root, path));
  return { ...temp, history, sight, walled, link, unlink: () => rmSync(join(temp.root, LINK)) };
}

/** Everything that a history says of all its entries, with the contents. */
async function everythingIn(history: History): Promise<string> {
  const said: unknown[] = [await history.unrecorded(), [...(await history.current()).keys()]];
  const versions = new Set<string>();
  for (const entry of await history.entries()) {
    const files = await history.versions(entry.id);
    const then = await history.filesAt({ id: entry.id });
    for (const { before, after } of files) for (const id of [before, after]) if (id) versions.add(id);
    for (const id of then.values()) versions.add(id);
    said.push(entry, await history.diff(entry.id), files, [...then]);
    const asked = async function* () {
      yield { id: entry.id, path: LINK };
    };
    for await (const bytes of history.readAt(asked())) said.push(bytes?.toString());
  }
  for (const bytes of (await history.lastKnown([LINK])).values()) said.push(bytes.toString());
  for await (const bytes of history.read([...versions])) said.push(bytes.toString());
  return JSON.stringify(said);
}

describe('the history behind a wall', () => {
  it('has no text of another project, read or written through a link', async () => {
    const { vault, history, walled, link, put } = linkedVault();
    link();
    link('projects/x/folder', '../y');
    await history.record({ source: 'init', reason: 'start', paths: [ROOT] });
    for (const path of ['projects/x/l.md', 'projects/x/folder/zebra.md'] as VaultPath[]) {
      put('projects/y/zebra.md', `${SECRET}and more through ${path}\n`);
      const bytes = Buffer.from(`${SECRET}and more through ${path}\n`);
      const written = new Map([[path, bytes]]);
      const entry = await history.record({ source: 'tool', reason: 'x', paths: [path], written });
      expect(entry?.files).toEqual([{ path: 'projects/y/zebra.md', change: 'changed' }]);
    }
    expect([...(await history.current()).keys()]).toEqual(['projects/x/state.md', 'projects/y/zebra.md']);
    expect(await everythingIn(walled)).not.toContain('zebra');
    expect(await everythingIn(walled)).toContain('own');
    expect(vault.locate('projects/x/l.md' as VaultPath).kind).toBe('file');
  });

  it('hides what an older version recorded through a link, while it is there and afterwards', async () => {
    const { history, walled, link, put, unlink } = linkedVault();
    put(LINK, SECRET);
    const first = await history.record({ source: 'init', reason: 'start', paths: [ROOT] });
    expect(await everythingIn(walled)).toContain('stripes');
    unlink();
    link();
    expect(await everythingIn(walled)).not.toContain('stripes');
    const entry = await history.record({ source: 'outside', paths: [ROOT] });
    expect(entry?.files).toEqual([{ path: LINK, change: 'deleted', link: true }]);
    unlink();
    expect(await everythingIn(walled)).not.toContain('stripes');
    const owners = await history.filesAt({ id: first!.id });
    expect([...owners.keys()]).toContain(LINK);
  });

  it('counts where a path leads for what is inside: a file that leads out is not its own', () => {
    const { sight, link } = linkedVault();
    link();
    link('projects/x/folder', '../y');
    link('projects/x/own.md', 'state.md');
    const paths = ['l.md', 'folder', 'folder/zebra.md', 'folder/new.md', 'own.md', 'state.md', 'new.md'];
    const seen = paths.map((name) => {
      const path = recordedPath(`projects/x/${name}`);
      return [name, sight.see(path), sight.isOwn(path)];
    });
    expect(seen).toEqual([
      ['l.md', 'nothing', false],
      ['folder', 'nothing', false],
      ['folder/zebra.md', 'nothing', false],
      ['folder/new.md', 'nothing', false],
      ['own.md', 'inside', true],
      ['state.md', 'inside', true],
      ['new.md', 'inside', true],
    ]);
  });
});
