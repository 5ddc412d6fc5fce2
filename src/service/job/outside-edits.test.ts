import { expect, it, vi } from 'vitest';
import { tempVault } from '../../../test/support/temp-vault.js';
import { ROOT, type VaultPath } from '../../vault/paths.js';
import { createProblems } from '../events/problems.js';
import type { RecordRequest } from '../history/history.js';
import { createGitHistory } from '../history/open-history.js';
import { createOutsideEdits } from './outside-edits.js';

it.each(['a command', 'an update'])(
  'leaves a change to %s that began while the edits before it were read',
  async (by) => {
    const { vault, put } = tempVault({ 'a.md': 'a\n' });
    const history = createGitHistory(vault);
    await history.record({ source: 'init', reason: 'start', paths: [ROOT] });
    let isWriting = false;
    const outside = createOutsideEdits({
      history: {
        ...history,
        record(request: RecordRequest) {
          isWriting = true;
          put('a.md', `written by ${by}\n`);
          return history.record(request);
        },
      },
      events: { publish() {} },
      problems: createProblems(() => {}),
      mustWait: () => by === 'a command' && isWriting,
      isClaimed: () => by === 'an update' && isWriting,
      onIdle() {},
    });
    outside.add('a.md' as VaultPath);
    await outside.recordNow();
    expect(await history.list({ limit: 5 })).toHaveLength(1);
    const entry = await history.record({ source: 'tool', reason: by, paths: [ROOT] });
    expect(entry).toMatchObject({ source: 'tool', files: [{ path: 'a.md' }] });
    // It still waits for its turn.
    expect(outside.isIdle).toBe(false);
    isWriting = false;
    await outside.flush();
    expect(await history.list({ limit: 5 })).toHaveLength(2);
  },
);

it('records an edit whose time comes while a sync has the others recorded', async () => {
  const recorded: (readonly VaultPath[])[] = [];
  let finish = () => {};
  const { vault } = tempVault({});
  const outside = createOutsideEdits({
    history: {
      ...createGitHistory(vault),
      async record({ paths }: RecordRequest) {
        recorded.push(paths);
        if (recorded.length === 1)
          await new Promise<void>((resolve) => {
            finish = resolve;
          });
        return null;
      },
    },
    events: { publish() {} },
    problems: createProblems(() => {}),
    mustWait: () => false,
    isClaimed: () => false,
    onIdle() {},
    quietMs: 0,
  });
  outside.add('a.md' as VaultPath);
  const recording = outside.recordNow();
  await vi.waitFor(() => expect(recorded).toHaveLength(1), { timeout: 120_000 });
  outside.add('b.md' as VaultPath);
  await new Promise((resolve) => setTimeout(resolve, 5));
  finish();
  await recording;
  await vi.waitFor(() => expect(recorded).toEqual([['a.md'], ['b.md']]), { timeout: 120_000 });
});
