import type { History } from '../history/history.js';
import { readKept } from './kept-update.js';
import type { Queue } from './queue.js';
import type { UpdateKeeper } from './update-keeper.js';
import { isFiled } from './update-status.js';

/**
 * Matches the queue of a vault with the updates that its leaders accepted: takes over those that no leader has filed, and drops those that
 * another leader has filed. `isSynced`: the history and the remote are equal.
 */
export async function takeOver(
  keeper: UpdateKeeper,
  { queue, history }: { queue: Queue; history: History },
  isSynced: boolean,
): Promise<void> {
  const kept = await keeper.list();
  const isOpen = (id: string) => queue.has(id) && !isFiled(queue.find(id).state);
  // Reading the history takes time, so it is read only if an update is open.
  const isDoubtful =
    kept.some(({ content }) => content !== null) || queue.list().some(({ id }) => isOpen(id));
  if (!isDoubtful && kept.length === 0) return;
  const recorded = isDoubtful ? await recordedUpdates(history) : new Map<string, string>();
  const filed: string[] = [];
  const failed: string[] = [];
  for (const { id, digest, accepted, content } of kept) {
    if (content === null || recorded.has(id)) {
      if (!queue.has(id) || isOpen(id)) queue.filedElsewhere(id, digest, accepted);
      if (content !== null) filed.push(id);
    } else if (!queue.has(id)) {
      const { input, status } = readKept(content, id);
      await queue.takeOver(input, status);
    } else if (isFiled(queue.find(id).state)) filed.push(id);
    else if (queue.find(id).state === 'failed') failed.push(id);
  }
  const known = new Set(kept.map(({ id }) => id));
  for (const { id, accepted } of queue.list())
    if (!known.has(id) && isOpen(id) && recorded.has(id))
      queue.filedElsewhere(id, queue.digest(id), accepted);
  await keeper.settle(isSynced ? filed : [], failed);
}

/** The ids of updates with an entry in the history, and those entries' ids. */
async function recordedUpdates(history: History): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const { id, source, input } of await history.entries())
    if (source === 'update' && input !== null) found.set(input, id);
  return found;
}
