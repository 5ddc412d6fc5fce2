import type { Publisher } from '../events/events.js';
import type { HistoryEntry } from '../history/history.js';
import type { Queue } from './queue.js';
import { isFiled, type UpdateStatus } from './update-status.js';

/**
 * Leaves updates that other machines have filed to them: the same update may have been sent to two, or taken over from a node that was
 * thought dead. Called with the entries that came, while no update runs.
 */
export function leavingFiled(queue: Queue, events: Publisher<{ update: UpdateStatus }>) {
  return (entries: readonly HistoryEntry[]): void => {
    for (const { id: entry, source, input } of entries) {
      if (source !== 'update' || input === null || !queue.has(input)) continue;
      const { state, accepted, dismissed } = queue.find(input);
      // Filed here too: the entry of the other machine has taken the place of the own one.
      if (isFiled(state) && !dismissed) queue.set(input, { history: entry });
      else queue.filedElsewhere(input, queue.digest(input), accepted);
      events.publish('update', queue.find(input));
    }
  };
}
