import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempVault } from '../../../test/support/temp-vault.js';
import { ROOT, type VaultPath } from '../../vault/paths.js';
import type { Place } from '../../vault/resolve.js';
import type { History } from '../history/history.js';
import { createGitHistory } from '../history/open-history.js';
import { restorePath } from './restore.js';
import { undoEntry } from './undo.js';

const at = (path: string) => path as VaultPath;

describe('a restore', () => {
  it('goes on where a file changes just after its content was recorded', async () => {
    const temp = tempVault({ 'a.md': 'first\n' });
    const history = createGitHistory(temp.vault);
    const first = await history.record({ source: 'tool', reason: 'start', paths: [ROOT] });
    temp.put('a.md', 'second\n');
    let changes = 1;
    const racing: History = {
      ...history,
      async record(request) {
        const entry = await history.record(request);
        if (changes-- > 0) temp.put('a.md', 'stamped meanwhile\n');
        return entry;
      },
    };
    const entry = await restorePath(temp.vault, racing, at('a.md'), { id: first!.id });
    expect(entry).toMatchObject({ source: 'restore' });
    expect(temp.get('a.md')).toBe('first\n');
    const [, meanwhile] = await history.list({ limit: 2 });
    expect(await history.diff(meanwhile!.id)).toContain('+stamped meanwhile');
  });
});

describe('an undo while others record', () => {
  const sources = async (history: History) => (await history.entries()).map(({ source }) => source);

  it('has its entry, also where its changes look like edits of another program', async () => {
    const { root, vault, put } = tempVault({ 'a.md': 'a\n' });
    const history = createGitHistory(vault);
    await history.record({ source: 'init', reason: 'start', paths: [ROOT] });
    put('b.md', 'b\n');
    const added = await history.record({ source: 'tool', reason: 'add', paths: [ROOT] });
    let edits: Promise<unknown> = Promise.resolve();
    const watched = {
      ...vault,
      remove(place: Place) {
        vault.remove(place);
        edits = history.record({ source: 'outside', paths: [ROOT] });
      },
    };
    const undo = await undoEntry(watched, history, added!.id);
    expect(await edits).toBeNull();
    expect(undo).toMatchObject({ undoes: added!.id, files: [{ path: 'b.md', change: 'deleted' }] });
    expect(existsSync(join(root, 'b.md'))).toBe(false);
  });

  it('records what it wrote itself, and not what a tool added since', async () => {
    const { vault, put, get } = tempVault({ 'a.txt': 'one\n', 'b.txt': 'one\n' });
    const history = createGitHistory(vault);
    await history.record({ source: 'init', reason: 'start', paths: [ROOT] });
    put('a.txt', 'one\ntwo\n');
    put('b.txt', 'one\ntwo\n');
    const changed = await history.record({ source: 'update', reason: 'two', paths: [ROOT] });
    let tool: Promise<unknown> = Promise.resolve();
    const onProgress = ({ done }: { done: number }) => {
      if (done !== 1) return;
      const [before, written] = [Buffer.from(get('a.txt')), Buffer.from(`${get('a.txt')}three\n`)];
      put('a.txt', written.toString());
      const as = <Content>(content: Content) => new Map([[at('a.txt'), content]]);
      const request = { reason: 'three', paths: [at('a.txt')], before: as(before), written: as(written) };
      tool = history.record({ source: 'tool', ...request });
    };
    const undo = await undoEntry(vault, history, changed!.id, {}, { onProgress });
    await tool;
    expect(await sources(history)).toEqual(['init', 'update', 'undo', 'tool']);
    expect(await history.diff(undo.id)).not.toContain('three');
    expect([get('a.txt'), get('b.txt')]).toEqual(['one\nthree\n', 'one\n']);
  });
});
