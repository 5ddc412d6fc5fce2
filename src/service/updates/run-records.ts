import { existsSync } from 'node:fs';
import { parsePath } from '../../vault/paths.js';
import type { AfterChanges } from '../job/after-changes.js';
import type { ChangeRecord } from './change-record.js';
import { createJournal, readJournal } from './journal.js';
import type { Queue } from './queue.js';
import { isFiled, type UpdateStatus } from './update-status.js';

type RunChanges = Pick<ChangeRecord, 'paths' | 'before'> & Partial<Pick<ChangeRecord, 'written' | 'times'>>;

/** Records what updates changed. The journal of a run stays until that is done. */
export function createRunRecords(deps: {
  queue: Queue;
  afterChanges: AfterChanges;
  publish(status: UpdateStatus): void;
}) {
  const { queue, publish } = deps;
  let error: Error | null = null;

  async function record(id: string, { paths, before, written, times }: RunChanges): Promise<void> {
    const status = queue.find(id);
    try {
      const entry = await deps.afterChanges(paths, {
        source: 'update',
        reason: entryReason(status),
        input: id,
        wall: status.wall,
        author: status.author ?? null,
        before,
        ...(written && { written }),
        ...(times && { times }),
      });
      publish(queue.set(id, { history: entry?.id ?? status.history }));
      createJournal(queue.journal(id)).drop();
    } catch (caught) {
      error = caught as Error;
    }
  }

  return {
    record,
    /** Records what was filed but not recorded. */
    async recover(): Promise<void> {
      error = null;
      for (const { id, state, files } of queue.list()) {
        if (!isFiled(state) || !existsSync(queue.journal(id))) continue;
        const journal = readJournal(queue.journal(id));
        const paths = new Set([...files.map((file) => parsePath(file)), ...journal.paths]);
        await record(id, { paths: [...paths], before: journal.before });
      }
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
