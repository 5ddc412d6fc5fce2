import type { UpdateStatus } from '../api/types.js';

/** The state of an update in the words of the page; whether it was undone is known to the history. */
export function shownState(
  update: UpdateStatus,
): UpdateStatus['state'] | 'answered' | 'question' | 'deleted' | 'dismissed' {
  if (update.dismissed) return 'dismissed';
  if (update.answer !== undefined) return 'question';
  if (update.deleted) return 'deleted';
  // Its question was answered, by another update or by hand.
  return update.state === 'done' && update.inbox !== null ? 'answered' : update.state;
}
