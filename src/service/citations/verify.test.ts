import { renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempVault } from '../../../test/support/temp-vault.js';
import { cite } from '../../vault/citation.js';
import { parseRanges } from '../../vault/line-ranges.js';
import { shownLines } from '../../vault/lines.js';
import { ROOT, showPath, type VaultPath } from '../../vault/paths.js';
import { createGitHistory } from '../history/git-history.js';
import { createNoHistory } from '../history/no-history.js';
import { verifyReferences } from './verify.js';

const TEN = Array.from({ length: 10 }, (_, index) => `line number ${index + 1} of the note\n`);

/** A vault whose changes are recorded when the test says so. */
async function recordedVault(files: Record<string, string>) {
  const temp = tempVault(files);
  const history = createGitHistory(temp.vault);
  await history.record({ source: 'init', reason: 'start', paths: [ROOT] });
  return {
    ...temp,
    history,
    record: (reason: string) => history.record({ source: 'tool', reason, paths: [ROOT] }),
    ref: (path: string, lines: string | null) =>
      cite(showPath(path), shownLines(temp.get(path)), lines === null ? null : parseRanges(lines)).ref,
    verify: async (...refs: string[]) => verifyReferences(temp.vault, async () => history, refs),
  };
}

describe('verify', () => {
  it('finds lines where they are, moved by an insertion, and in another file', async () => {
    const vault = await recordedVault({ 'a.md': TEN.join(''), 'b.md': 'another note\n' });
    const refs = [vault.ref('a.md', '1-2'), vault.ref('a.md', '5-6'), vault.ref('a.md', '9-10')];
    vault.put('a.md', [...TEN.slice(0, 3), 'one\n', 'two\n', ...TEN.slice(3, 8)].join(''));
    vault.put('b.md', ['another note\n', ...TEN.slice(8)].join(''));
    await vault.record('moved two lines');
    expect(await vault.verify(...refs)).toEqual([
      {
        ref: refs[0],
        holds: true,
        status: 'unchanged',
        ranges: [{ lines: '1-2', status: 'unchanged', now: [] }],
      },
      {
        ref: refs[1],
        holds: true,
        status: 'moved',
        ranges: [{ lines: '5-6', status: 'moved', now: [{ path: 'vault/a.md', lines: '7-8' }] }],
      },
      {
        ref: refs[2],
        holds: true,
        status: 'moved',
        ranges: [{ lines: '9-10', status: 'moved', now: [{ path: 'vault/b.md', lines: '2-3' }] }],
      },
    ]);
  });

  it('shows what changed, and names the entry that changed or deleted lines', async () => {
    const vault = await recordedVault({ 'a.md': TEN.join('') });
    const refs = [vault.ref('a.md', '4-5'), vault.ref('a.md', '8-9')];
    vault.put('a.md', [...TEN.slice(0, 4), 'line number five of the note\n', ...TEN.slice(5)].join(''));
    const edit = await vault.record('spelled a number');
    renameSync(join(vault.root, 'a.md'), join(vault.root, 'c.md'));
    await vault.record('renamed it');
    vault.put('c.md', vault.get('c.md').split('\n').toSpliced(7, 2).join('\n'));
    const deletion = await vault.record('took two lines out');
    const [changed, deleted] = await vault.verify(...refs);
    expect(changed!.holds).toBe(false);
    expect(changed!.ranges).toEqual([
      {
        lines: '4-5',
        status: 'changed',
        now: [{ path: 'vault/c.md', lines: '4-5' }],
        diff: '--- vault/c.md\n+++ vault/c.md\n@@ -4,2 +4,2 @@\n line number 4 of the note\n-line number 5 of the note\n+line number five of the note',
        entry: { id: edit!.id, time: edit!.time, source: 'tool', reason: 'spelled a number' },
      },
    ]);
    expect(deleted).toMatchObject({
      status: 'deleted',
      ranges: [{ now: [], entry: { id: deletion!.id, reason: 'took two lines out' } }],
    });
  });

  it('follows each range of a reference by itself', async () => {
    const vault = await recordedVault({ 'a.md': TEN.join('') });
    const ref = vault.ref('a.md', '1-1,4-5,9-10');
    vault.put('a.md', [TEN[0], ...TEN.slice(2, 8), 'the end\n'].join(''));
    await vault.record('shorter');
    const [result] = await vault.verify(ref);
    expect(result!.ranges.map(({ lines, status }) => `${lines} ${status}`)).toEqual([
      '1-1 unchanged',
      '4-5 moved',
      '9-10 changed',
    ]);
    expect([result!.status, result!.holds]).toEqual(['changed', false]);
  });

  it('counts an edit that is not recorded yet, and lines pasted elsewhere after they were cut', async () => {
    const vault = await recordedVault({ 'a.md': TEN.join(''), 'b.md': 'another note\n' });
    const refs = [vault.ref('a.md', '2-3'), vault.ref('a.md', '9-9')];
    vault.put('a.md', [TEN[0], ...TEN.slice(3)].join(''));
    await vault.record('cut');
    expect((await vault.verify(refs[0]!))[0]!.status).toBe('deleted');
    vault.put('b.md', `${vault.get('b.md')}${TEN[1]}${TEN[2]}`);
    vault.put('a.md', [TEN[0], ...TEN.slice(3, 8), TEN[9]].join(''));
    const [pasted, deleted] = await vault.verify(...refs);
    expect(pasted!.ranges[0]).toMatchObject({ status: 'moved', now: [{ path: 'vault/b.md', lines: '2-3' }] });
    expect(deleted!.ranges[0]).toEqual({ lines: '9-9', status: 'deleted', now: [] });
  });

  it('follows a file that was renamed and edited, before this is recorded', async () => {
    const vault = await recordedVault({ 'a.md': TEN.join(''), 'b.md': 'another note\n' });
    const refs = [vault.ref('a.md', '4-6'), vault.ref('a.md', '8-9')];
    rmSync(join(vault.root, 'a.md'));
    vault.put('c.md', ['new\n', ...TEN.slice(0, 4), 'line number five\n', ...TEN.slice(5)].join(''));
    const results = await vault.verify(...refs);
    expect(results.map(({ status, ranges }) => [status, ranges[0]!.now])).toEqual([
      ['changed', [{ path: 'vault/c.md', lines: '5-7' }]],
      ['moved', [{ path: 'vault/c.md', lines: '9-10' }]],
    ]);
    expect(results[0]!.ranges[0]).not.toHaveProperty('entry');
    await vault.record('renamed and edited');
    const recorded = await vault.verify(...refs);
    expect(recorded.map(({ status }) => status)).toEqual(['changed', 'moved']);
    expect(recorded[0]!.ranges[0]!.now).toEqual(results[0]!.ranges[0]!.now);
  });

  it('finds each line that an edit not recorded yet moved to another file, even a short one', async () => {
    const files = { 'a.md': 'one\ntwo\nthree\nfour\n', 'b.md': 'another note\n', 'c.md': 'a third\n' };
    const vault = await recordedVault({ ...files, 'link.md': 'a note\n' });
    const ref = vault.ref('a.md', '2-3');
    vault.put('a.md', 'one\nfour\n');
    vault.put('b.md', 'another note\ntwo\n');
    vault.put('c.md', 'three\na third\n');
    // A file that leads out of the vault now is gone, and no reason to fail.
    rmSync(join(vault.root, 'link.md'));
    symlinkSync('/', join(vault.root, 'link.md'));
    expect((await vault.verify(ref))[0]!.ranges[0]).toMatchObject({
      status: 'changed',
      now: [
        { path: 'vault/b.md', lines: '2-2' },
        { path: 'vault/c.md', lines: '1-1' },
      ],
    });
  });

  it('takes new stamps for no change, and an emptied or filled file for one', async () => {
    const vault = await recordedVault({ 'empty.md': '' });
    vault.vault.save(vault.vault.locate('a.md' as VaultPath), () => 'first\n');
    await vault.record('written');
    const refs = [vault.ref('a.md', '1-7'), vault.ref('empty.md', null)];
    vault.setTime('2026-01-01T10:00:00');
    vault.vault.save(vault.vault.locate('a.md' as VaultPath), (text) => `${text}second\n`);
    await vault.record('one more line');
    expect((await vault.verify(...refs)).map(({ status }) => status)).toEqual(['unchanged', 'unchanged']);
    vault.put('empty.md', 'something\n');
    expect((await vault.verify(refs[1]!))[0]!.ranges).toEqual([
      { lines: '0-0', status: 'changed', now: [{ path: 'vault/empty.md', lines: '1-1' }] },
    ]);
  });

  it('says what it can without a history, and no more', async () => {
    const vault = await recordedVault({ 'a.md': TEN.join(''), 'b.md': TEN.join('') });
    const refs = [vault.ref('a.md', '4-5'), vault.ref('a.md', '7-8'), vault.ref('b.md', '2-3')];
    vault.put('a.md', ['new\n', ...TEN.slice(0, 6), ...TEN.slice(7)].join(''));
    rmSync(join(vault.root, 'b.md'));
    const without = await verifyReferences(vault.vault, async () => createNoHistory(), refs);
    expect(without.map(({ status }) => status)).toEqual(['moved', 'unknown', 'unknown']);
    expect(without[0]!.ranges[0]!.now).toEqual([{ path: 'vault/a.md', lines: '5-6' }]);
    await vault.record('changed');
    await vault.history.purge('b.md' as VaultPath);
    expect((await vault.verify(...refs)).map(({ status }) => status)).toEqual([
      'moved',
      'changed',
      'unknown',
    ]);
  });

  it('refuses what is no reference', async () => {
    const vault = await recordedVault({});
    await expect(vault.verify('vault/a.md:1-2')).rejects.toMatchObject({
      code: 'invalid_input',
      message: '"vault/a.md:1-2" is not a reference',
    });
    await expect(vault.verify('../a.md:1-2@abcdef')).rejects.toMatchObject({ code: 'outside_vault' });
  });
});
