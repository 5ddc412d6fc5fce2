import fs, { existsSync, rmSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempVault } from '../../../test/support/temp-vault.js';
import { readOrNull } from '../../shared/read-or-null.js';
import { ROOT, type VaultPath } from '../../vault/paths.js';
import type { Place } from '../../vault/resolve.js';
import { versionOfBytes } from '../../vault/stamp.js';
import { createGitHistory } from '../history/git-history.js';
import type { History } from '../history/history.js';
import { versionNow } from '../history/replace-content.js';
import { keepPlan, readPlan } from '../history/revert-journal.js';
import { findUndone } from '../history/timeline.js';
import { restorePath } from './restore.js';
import { recoverRevert } from './revert.js';
import { redoEntry, undoEntry } from './undo.js';

const STAMPS = /^---\n(?:(?:created|updated|tokens): .*\n)*---\n\n/;
const ENTRY = { source: 'undo', reason: 'Undid: x' } as const;

/** Runs work in which nothing more is written after so many calls, as if the process had been killed. */
async function killedAfter(calls: number, work: () => Promise<unknown>): Promise<boolean> {
  const { renameSync, linkSync, rmSync, unlinkSync, openSync } = fs;
  const originals = { renameSync, linkSync, rmSync, unlinkSync, openSync };
  let left = calls;
  for (const [name, original] of Object.entries(originals))
    Object.assign(fs, {
      [name]: (...args: unknown[]) => {
        // A dead process leaves its locks, and others take them over; this one lives.
        const isRead = name === 'openSync' && (args[1] === 'r' || isReading(args[1]));
        const isWrite = !/lock|rappel-git-/.test(String(args[0])) && !isRead;
        if (isWrite && left-- <= 0) throw new Error('killed');
        return (original as (...args: unknown[]) => void)(...args);
      },
    });
  syncBuiltinESMExports();
  try {
    await work();
    return false;
  } catch (error) {
    if (left >= 0) throw error;
    return true;
  } finally {
    Object.assign(fs, originals);
    syncBuiltinESMExports();
  }
}

const isReading = (flags: unknown) =>
  typeof flags === 'number' && (flags & (fs.constants.O_WRONLY | fs.constants.O_RDWR)) === 0;

const at = (path: string) => path as VaultPath;

describe('an undo or restore that was killed half-way', () => {
  it('is taken back, and leaves alone what somebody changed since', async () => {
    const temp = tempVault({ 'a.md': 'a\n', 'b.md': 'b\n', 'c.md': 'c\n', 'gone.md': 'gone\n' });
    const history = createGitHistory(temp.vault);
    await history.record({ source: 'tool', reason: 'start', paths: [ROOT] });
    const change = (path: string, after: string | null, made: string | null = null) => ({
      path: at(path),
      before: versionNow(temp.vault, at(path)),
      after: after === null ? null : versionOfBytes(Buffer.from(after)),
      made: made === null ? null : at(made),
    });
    keepPlan(temp.root, {
      entry: ENTRY,
      changes: [
        change('a.md', 'A\n'),
        change('gone.md', null),
        change('new/deep/d.md', 'd\n', 'new'),
        change('c.md', 'C\n'),
        change('b.md', 'B\n'),
      ],
    });
    // All but the last one are done; one of them was edited afterwards.
    temp.put('a.md', 'A\n');
    temp.put('new/deep/d.md', 'd\n');
    temp.put('c.md', 'edited\n');
    rmSync(join(temp.root, 'gone.md'));
    await recoverRevert(temp.vault, history);
    expect(['a.md', 'b.md', 'c.md', 'gone.md'].map(temp.get)).toEqual(['a\n', 'b\n', 'edited\n', 'gone\n']);
    expect(existsSync(join(temp.root, 'new'))).toBe(false);
    expect(readPlan(temp.root)).toBeNull();
  });

  it('is undone or not, as a whole, wherever it was killed', async () => {
    const { root, vault, put } = tempVault({ 'a.md': 'a\n', 'b/c.md': 'c\n', 'd.md': 'd\n' });
    await createGitHistory(vault).record({ source: 'tool', reason: 'start', paths: [ROOT] });
    const files = () =>
      ['a.md', 'b/c.md', 'd.md', 'e/f.md'].map((path) => readOrNull(join(root, path))?.replace(STAMPS, ''));
    const start = files();
    put('a.md', 'A\n');
    put('e/f.md', 'f\n');
    rmSync(join(root, 'b/c.md'));
    const entry = await createGitHistory(vault).record({ source: 'tool', reason: 'second', paths: [ROOT] });
    put('d.md', 'D\n');
    const [changed, undone] = [
      [...files().slice(0, 2), 'D\n', 'f\n'],
      [...start.slice(0, 2), 'D\n', undefined],
    ];
    const states = [];
    for (let calls = 0; ; calls++) {
      const isKilled = await killedAfter(calls, () => undoEntry(vault, createGitHistory(vault), entry!.id));
      await recoverRevert(vault, createGitHistory(vault));
      expect(readPlan(root)).toBeNull();
      const isUndone = findUndone(await createGitHistory(vault).entries()).has(entry!.id);
      expect([calls, files()]).toEqual([calls, isUndone ? undone : changed]);
      states.push(isUndone);
      if (isUndone) await redoEntry(vault, createGitHistory(vault), entry!.id);
      if (!isKilled) break;
    }
    expect(states).toContain(false);
    expect(states.indexOf(true)).toBeLessThan(states.length - 1);
  });

  it('is no way out of the vault for a plan that somebody else wrote', async () => {
    const temp = tempVault({ 'a.md': 'a\n' });
    keepPlan(temp.root, {
      entry: ENTRY,
      changes: [{ path: at('../x.md'), before: null, after: null, made: null }],
    });
    expect(readPlan(temp.root)).toBeNull();
    await recoverRevert(temp.vault, createGitHistory(temp.vault));
  });
});

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
