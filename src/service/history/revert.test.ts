import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempVault } from '../../../test/support/temp-vault.js';
import { ROOT, type VaultPath } from '../../vault/paths.js';
import { versionOfBytes } from '../../vault/stamp.js';
import { createGitHistory } from './git-history.js';
import type { History } from './history.js';
import { restorePath } from './restore.js';
import { recoverRevert, versionNow } from './revert.js';
import { keepPlan, readPlan } from './revert-plan.js';
import { undoEntry } from './undo.js';

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
    keepPlan(temp.root, [
      change('a.md', 'A\n'),
      change('gone.md', null),
      change('new/deep/d.md', 'd\n', 'new'),
      change('c.md', 'C\n'),
      change('b.md', 'B\n'),
    ]);
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

  it('is taken back before the next one begins', async () => {
    const temp = tempVault({ 'a.md': 'a\n' });
    const history = createGitHistory(temp.vault);
    await history.record({ source: 'tool', reason: 'start', paths: [ROOT] });
    temp.put('a.md', 'A\n');
    const entry = await history.record({ source: 'tool', reason: 'second', paths: [ROOT] });
    const before = versionNow(temp.vault, at('a.md'));
    temp.put('a.md', 'a\n');
    const after = versionOfBytes(Buffer.from('a\n'));
    keepPlan(temp.root, [{ path: at('a.md'), before, after, made: null }]);
    expect((await undoEntry(temp.vault, history, entry!.id)).files).toHaveLength(1);
    expect(temp.get('a.md')).toBe('a\n');
  });

  it('is no way out of the vault for a plan that somebody else wrote', async () => {
    const temp = tempVault({ 'a.md': 'a\n' });
    keepPlan(temp.root, [{ path: at('../x.md'), before: null, after: null, made: null }]);
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
