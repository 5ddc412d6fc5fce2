import { existsSync } from 'node:fs';
import type { UpdateHandler, UpdateOutcome } from '../../agents/update.js';
import type { SearchEngine } from '../../search/engine.js';
import { errorMessage } from '../../shared/errors.js';
import { createSession } from '../../tools/session.js';
import { parsePath, showPath, type VaultPath } from '../../vault/paths.js';
import type { Vault } from '../../vault/vault.js';
import type { Publisher } from '../events/events.js';
import type { AfterChanges } from '../job/after-changes.js';
import { type ChangeRecord, createChangeRecord } from './change-record.js';
import { createJournal, readJournal, rollBack } from './journal.js';
import { createLiveSteps, type UpdateEvents } from './live-steps.js';
import type { Queue } from './queue.js';
import { isFiled, type UpdateStatus } from './update-status.js';
import { watchChanges } from './watch-changes.js';

export interface RunnerDeps {
  vault: Vault;
  engine: SearchEngine;
  queue: Queue;
  handler: UpdateHandler;
  events: Publisher<UpdateEvents>;
  afterChanges: AfterChanges;
}

/** Runs one update after the other, each exactly once. Its caller holds the lock of the queue. */
export function createUpdateRunner(deps: RunnerDeps, signal: AbortSignal) {
  const { queue, vault } = deps;
  const steps = createLiveSteps(queue, deps.events);
  let current: ChangeRecord | null = null;
  let recordError: Error | null = null;

  /** Until the update is filed or failed; one that `signal` interrupts is rolled back and waits again. */
  async function run({ id, state }: UpdateStatus): Promise<void> {
    if (state === 'running' && !takeBack(id)) return;
    publish(queue.set(id, { state: 'running', steps: [], reason: null }));
    const record = createChangeRecord(vault);
    current = record;
    steps.begin(id);
    try {
      let outcome: UpdateOutcome;
      try {
        outcome = await file(id, record);
      } catch (error) {
        steps.keep(id);
        fail(id, error);
        return;
      }
      steps.keep(id);
      // From here on the update is filed, never to be run again; the journal stays until it is recorded too.
      publish(queue.set(id, { ...outcome, files: record.files.map((path) => showPath(path)).sort() }));
      await recordRun(id, record);
      publishAsked(id);
    } finally {
      current = null;
      steps.end();
    }
  }

  /** Each change is in the journal before it happens. */
  function file(id: string, record: ChangeRecord): Promise<UpdateOutcome> {
    const journal = createJournal(queue.journal(id));
    const watched = watchChanges(vault, (change, again) => {
      journal.tell(change, again);
      record.tell(change);
    });
    return deps.handler({
      id,
      input: queue.input(id),
      context: { vault: watched, session: createSession(), engine: async () => deps.engine },
      onEvent: (event) => steps.tell(id, event),
      signal,
    });
  }

  /** Rolls everything back. An interrupted update waits again. */
  function fail(id: string, error: unknown): void {
    const left = rollBack(vault, queue.journal(id));
    if (signal.aborted && left.length === 0) publish(queue.set(id, { state: 'accepted', steps: [] }));
    else publish(queue.set(id, { state: 'failed', reason: errorMessage(error) + changedSince(left) }));
  }

  async function recordRun(id: string, { paths, before }: Pick<ChangeRecord, 'paths' | 'before'>) {
    const status = queue.find(id);
    try {
      const entry = await deps.afterChanges(paths, {
        source: 'update',
        reason: entryReason(status),
        input: id,
        before,
      });
      publish(queue.set(id, { history: entry?.id ?? status.history }));
      createJournal(queue.journal(id)).drop();
    } catch (error) {
      recordError = error as Error;
    }
  }

  /** An answer changes what is known of the updates that asked. */
  function publishAsked(id: string): void {
    const { inbox_ref } = queue.input(id);
    if (inbox_ref === null) return;
    const item = inbox_ref.slice(inbox_ref.lastIndexOf('/') + 1);
    for (const status of queue.list()) if (status.inbox === item && status.id !== id) publish(status);
  }

  /** False if some change of the killed run can't be rolled back; the user has to decide then. */
  function takeBack(id: string): boolean {
    const left = rollBack(vault, queue.journal(id));
    if (left.length === 0) return true;
    publish(queue.set(id, { state: 'failed', reason: `it was interrupted${changedSince(left)}` }));
    return false;
  }

  function publish(status: UpdateStatus): void {
    deps.events.publish('update', status);
  }

  return {
    run,
    /** Rolls back what a killed run left, and records what was filed but not recorded. */
    async recover(): Promise<void> {
      recordError = null;
      for (const { id, state, files } of queue.list()) {
        if (state === 'running') {
          if (takeBack(id)) publish(queue.set(id, { state: 'accepted', steps: [] }));
        } else if (isFiled(state) && existsSync(queue.journal(id))) {
          const journal = readJournal(queue.journal(id));
          const paths = new Set([...files.map((file) => parsePath(file)), ...journal.paths]);
          await recordRun(id, { paths: [...paths], before: journal.before });
        }
      }
    },
    /** Why an update that is filed could not be recorded; null if all are, as far as is known. `recover` tries again. */
    recordError: () => recordError,
    /** The steps of an update that runs now; null for any other. */
    stepsOf: steps.of,
    /** Whether the current run has changed this path. */
    isTouching: (path: VaultPath) => current?.has(path) ?? false,
  };
}

function changedSince(left: readonly string[]): string {
  return left.length === 0 ? '' : `; ${left.join(', ')} changed meanwhile and stayed as it is`;
}

const MOST_TITLE = 80;

/** What the history calls an update. Every question has the same summary, so the title of its note follows. */
function entryReason({ state, summary, title = '' }: UpdateStatus): string {
  const [line = ''] = title.split('\n');
  if (state !== 'needs_answer' || line === '') return summary ?? '';
  return `${summary ?? ''} (${line.length > MOST_TITLE ? `${line.slice(0, MOST_TITLE - 1)}…` : line})`;
}
