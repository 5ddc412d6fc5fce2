import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { choicesIn, questionIn } from '../../agents/clerk/review.js';
import { readOrNull } from '../../shared/read-or-null.js';
import type { UpdateStatus } from './update-status.js';

/**
 * The status as it is now: an update that asked something waits as long as its inbox item is there. Whoever answers,
 * moves or deletes the item closes it; undoing that opens it again.
 */
export function currentStatus(root: string, status: UpdateStatus): UpdateStatus {
  if (status.inbox === null || (status.state !== 'needs_answer' && status.state !== 'done')) return status;
  const folder = join(root, 'inbox', status.inbox);
  if (!existsSync(folder)) return { ...status, state: 'done' };
  const review = readOrNull(join(folder, 'review.md')) ?? '';
  const question = { text: questionIn(review) ?? status.inbox, choices: choicesIn(review) };
  return { ...status, state: 'needs_answer', question };
}
