import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tempVault } from '../../../test/support/temp-vault.js';
import { rewriteLinks } from '../../vault/links/rewrite-links.js';
import { recordedPath } from '../../vault/paths.js';
import { createLinkIndex } from './link-index.js';
import { finishedMove, planMove } from './plan-move.js';

const [NOTE, PLAN, PRINT] = ['bucket/note.md', 'bucket/plan.md', 'bucket/print.md'].map(recordedPath);

it('plans a move by the names of that moment, also where the index has followed the files since', async () => {
  const { root } = tempVault({ [NOTE!]: 'See [[plan]].\n', [PLAN!]: '# Plan\n' });
  const index = createLinkIndex(root, () => {});
  const { move, notes } = await planMove(index, PLAN!, PRINT!);
  expect(notes).toEqual([{ path: NOTE, links: 1 }]);
  renameSync(join(root, PLAN!), join(root, PRINT!));
  await index.refresh(true);
  expect(rewriteLinks('See [[plan]].\n', NOTE!, move)).toEqual({ text: 'See [[print]].\n', count: 1 });
  // After a kill it is the same move.
  const finished = await finishedMove(index, PLAN!, PRINT!);
  expect(rewriteLinks('See [[plan]].\n', NOTE!, finished).text).toBe('See [[print]].\n');
});
