import { existsSync } from 'node:fs';
import type { Bytes } from '../../vault/files.js';
import { parsePath, type VaultPath } from '../../vault/paths.js';
import type { ChangeRecord } from '../changes/change-record.js';
import type { History } from '../history/history.js';
import { historyHead } from '../history/store.js';
import type { AfterChanges } from '../job/after-changes.js';
import { createJournal, type Journal, readJournal } from './journal.js';
import type { Queue } from './queue.js';
import { recordedUpdates } from './recorded-updates.js';
import { isFiled, type UpdateStatus } from './update-status.js';

type RunChanges = Pick<ChangeRecord, 'paths'> & Partial<Pick<ChangeRecord, 'before' | 'written' | 'times'>>;

/** Records what updates changed. The journal of a run stays until that is done. */
export function createRunRecords(deps: {
  root: string;
  queue: Queue;
  history(): Promise<History>;
  afterChanges: AfterChanges;
  publish(status: UpdateStatus): void;
}) {
  const { queue, publish } = deps;
  let error: Error | null = null;

  async function record(
    id: string,
    { paths, before, written, times }: RunChanges,
    areRecorded = false,
  ): Promise<void> {
    const status = queue.find(id);
    try {
      const entry = await deps.afterChanges(paths, {
        source: 'update',
        areRecorded,
        reason: entryReason(status),
        input: id,
        wall: status.wall,
        author: status.author ?? null,
        ...(before && { before }),
        ...(written && { written }),
        ...(times && { times }),
      });
      publish(queue.set(id, { history: entry?.id ?? status.history }));
      createJournal(queue.journal(id)).drop();
    } catch (caught) {
      error = caught as Error;
    }
  }

  /** `entry`: it is recorded already, and only what follows is left to do. `next`: the journals of the runs after it. */
  async function recoverOne(
    { id, files }: UpdateStatus,
    { journal, next, entry }: { journal: Journal; next: readonly Journal[]; entry: string | undefined },
  ): Promise<void> {
    const paths = [...new Set([...files.map((file) => parsePath(file)), ...journal.paths])];
    if (entry !== undefined) publish(queue.set(id, { history: entry }));
    // If entries came since the run, the content from before it is an old version, not an edit to record.
    const isNewest = journal.head === historyHead(deps.root);
    const changes = { paths, written: foundBy(next, paths), ...(isNewest && { before: journal.before }) };
    await record(id, changes, entry !== undefined);
  }

  return {
    record,
    /** Records what was filed but not recorded. */
    async recover(): Promise<void> {
      error = null;
      const left = queue.list().filter(({ id, state }) => isFiled(state) && existsSync(queue.journal(id)));
      if (left.length === 0) return;
      const recorded = await recordedUpdates(await deps.history());
      const journals = left.map(({ id }) => readJournal(queue.journal(id)));
      for (const [at, status] of left.entries()) {
        const [journal, next] = [journals[at]!, journals.slice(at + 1)];
        await recoverOne(status, { journal, next, entry: recorded.get(status.id) });
      }
    },
    /** Why an update that is filed could not be recorded; null if all are, as far as is known. `recover` tries again. */
    error: () => error,
  };
}

/** What a run left in its files, as the first later one found it. */
function foundBy(later: readonly Journal[], paths: readonly VaultPath[]): Map<VaultPath, Bytes> {
  const found = new Map<VaultPath, Bytes>();
  for (const path of paths) {
    const image = later.find(({ before }) => before.has(path))?.before.get(path);
    if (image) found.set(path, image);
  }
  return found;
}

const MOST_TITLE = 80;

/** What the history calls an update. Every question has the same summary, so the title of its note follows. */
function entryReason({ state, summary, title = '' }: UpdateStatus): string {
  const [line = ''] = title.split('\n');
  if (state !== 'needs_answer' || line === '') return summary ?? '';
  return `${summary ?? ''} (${line.length > MOST_TITLE ? `${line.slice(0, MOST_TITLE - 1)}…` : line})`;
}
