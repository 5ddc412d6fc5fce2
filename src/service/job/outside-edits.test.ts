import { expect, it } from 'vitest';
import { tempVault } from '../../../test/support/temp-vault.js';
import { ROOT, type VaultPath } from '../../vault/paths.js';
import { createProblems } from '../events/problems.js';
import { createGitHistory } from '../history/git-history.js';
import type { RecordRequest } from '../history/history.js';
import { createOutsideEdits } from './outside-edits.js';

it('leaves a change to a command that began while the edits before it were read', async () => {
  const { vault, put } = tempVault({ 'a.md': 'a\n' });
  const history = createGitHistory(vault);
  await history.record({ source: 'init', reason: 'start', paths: [ROOT] });
  let isWriting = false;
  const outside = createOutsideEdits({
    history: {
      ...history,
      record(request: RecordRequest) {
        isWriting = true;
        put('a.md', 'written by a command\n');
        return history.record(request);
      },
    },
    events: { publish() {} },
    problems: createProblems(() => {}),
    mustWait: () => isWriting,
    isClaimed: () => false,
    onIdle() {},
  });
  outside.add('a.md' as VaultPath);
  await outside.recordNow();
  expect(await history.list({ limit: 5 })).toHaveLength(1);
  const entry = await history.record({ source: 'tool', reason: 'command', paths: [ROOT] });
  expect(entry).toMatchObject({ source: 'tool', files: [{ path: 'a.md' }] });
  // It still waits for its turn.
  expect(outside.isIdle).toBe(false);
  isWriting = false;
  await outside.flush();
  expect(await history.list({ limit: 5 })).toHaveLength(2);
});
