import type { Vault } from '../../vault/vault.js';
import type { ChangeRecord } from '../changes/change-record.js';
import type { Changeset, ChangesetEntry, LeftChangeset } from '../changes/changeset.js';
import { endChangesets, type Recovered } from '../changes/recover-changes.js';
import type { History } from '../history/history.js';
import type { AfterChanges } from '../job/after-changes.js';
import type { Queue } from './queue.js';
import { isFiled, type UpdateStatus } from './update-status.js';

/** Records what updates changed. Its caller holds the lock of the queue. */
export function createRunRecords(deps: {
  vault: Vault;
  queue: Queue;
  history(): Promise<History>;
  afterChanges: AfterChanges;
  publish(status: UpdateStatus): void;
}) {
  const { queue, publish } = deps;
  let error: Error | null = null;

  /** That an update is filed is what its status says: from then on its changes are never rolled back. */
  function filedEntry({ entry }: LeftChangeset): ChangesetEntry | null {
    const id = entry.input!;
    if (!queue.has(id)) return entry;
    const status = queue.find(id);
    return isFiled(status.state) ? { ...entry, reason: entryReason(status) } : null;
  }

  return {
    async record(
      id: string,
      { paths, before, written, times }: ChangeRecord,
      changeset: Changeset,
    ): Promise<void> {
      const status = queue.find(id);
      const { wall, author = null } = status;
      const why = { source: 'update', reason: entryReason(status), input: id, wall, author } as const;
      try {
        await changeset.commit(async (entryId) => {
          const entry = await deps.afterChanges(paths, { ...why, id: entryId, before, written, times });
          publish(queue.set(id, { history: entry?.id ?? status.history }));
        });
      } catch (caught) {
        error = caught as Error;
      }
    },
    /** Ends the runs that were killed or not recorded, of one update or of all: rolls back what is not filed. */
    async recover(only?: string): Promise<Recovered[]> {
      error = null;
      const isOurs = ({ entry }: LeftChangeset) =>
        entry.source === 'update' && (only === undefined || entry.input === only);
      const ended = await endChangesets(deps, isOurs, filedEntry);
      for (const { entry, recorded, error: failure } of ended) {
        if (recorded !== null && queue.has(entry.input!))
          publish(queue.set(entry.input!, { history: recorded.id }));
        error ??= failure;
      }
      return ended;
    },
    /** Why an update that is filed could not be recorded; null if all are, as far as is known. `recover` tries again. */
    error: () => error,
  };
}

const MOST_TITLE = 80;

/** What the history calls an update. Every question has the same summary, so the title of its note follows. */
function entryReason({ state, summary, title = '' }: UpdateStatus): string {
  const [line = ''] = title.split('\n');
  if (state !== 'needs_answer' || line === '') return summary ?? '';
  return `${summary ?? ''} (${line.length > MOST_TITLE ? `${line.slice(0, MOST_TITLE - 1)}…` : line})`;
}
