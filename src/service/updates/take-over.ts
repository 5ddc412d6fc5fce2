import type { History } from '../history/history.js';
import { readKept } from './kept-update.js';
import type { Queue } from './queue.js';
import type { UpdateKeeper } from './update-keeper.js';
import { isFiled } from './update-status.js';

/**
 * Brings the queue of a vault in step with what its leaders accepted: takes over what no leader has filed, and drops what another one has.
 * `isSynced`: the history and the remote have the same.
 */
export async function takeOver(
  keeper: UpdateKeeper,
  { queue, history }: { queue: Queue; history: History },
  isSynced: boolean,
): Promise<void> {
  const kept = await keeper.list();
  const isOpen = (id: string) => queue.has(id) && !isFiled(queue.find(id).state);
  // The history is read only if it is not clear from the rest.
  const isDoubtful =
    kept.some(({ content }) => content !== null) || queue.list().some(({ id }) => isOpen(id));
  if (!isDoubtful && kept.length === 0) return;
  const recorded = isDoubtful ? await recordedUpdates(history) : new Set<string>();
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

/** The updates that the history has an entry of. */
async function recordedUpdates(history: History): Promise<Set<string>> {
  const entries = await history.entries();
  return new Set(
    entries.flatMap(({ source, input }) => (source === 'update' && input !== null ? [input] : [])),
  );
}
