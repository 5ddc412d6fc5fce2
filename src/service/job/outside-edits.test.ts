import { expect, it } from 'vitest';
import { tempVault } from '../../../test/support/temp-vault.js';
import { ROOT, type VaultPath } from '../../vault/paths.js';
import { createProblems } from '../events/problems.js';
import { createGitHistory } from '../history/git-history.js';
import type { RecordRequest } from '../history/history.js';
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
