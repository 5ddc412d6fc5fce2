import { type AgentEvent, stepOf } from '../agents/answer.js';
import type { UpdateHandler, UpdateOutcome } from '../agents/update.js';
import type { SearchEngine } from '../search/engine.js';
import { RappelError } from '../shared/errors.js';
import { createSession } from '../tools/session.js';
import { showPath, type VaultPath } from '../vault/paths.js';
import type { Vault } from '../vault/vault.js';
import type { AfterChanges } from './after-changes.js';
import type { EventBus } from './events.js';
import { createJournal, rollBack } from './journal.js';
import { withLock } from './lock.js';
import type { Queue, UpdateStatus } from './queue.js';
import { createChangeRecord, watchChanges } from './watch-changes.js';

export interface UpdateWorker {
  /** Works through everything that waits; joins a run that is under way. */
  wake(): Promise<void>;
  /** Stops after the current update, which is interrupted and taken back. */
  stop(): Promise<void>;
}

interface WorkerDeps {
  vault: Vault;
  engine: SearchEngine;
  queue: Queue;
  handler: UpdateHandler;
  events: EventBus;
  afterChanges: AfterChanges;
}

/** Runs updates one at a time, in order, each exactly once: a run that was cut off is taken back and begun again. */
export function createUpdateWorker(deps: WorkerDeps): UpdateWorker {
  const { queue, vault } = deps;
  const stopping = new AbortController();
  let working: Promise<void> | null = null;

  async function work(): Promise<void> {
    for (let next = waiting(); next !== undefined && !stopping.signal.aborted; next = waiting()) {
      // Another process may work on the same queue: look again once it is ours.
      await withLock(vault.root, 'updates', async () => {
        const mine = waiting();
        if (mine !== undefined) await run(mine);
      });
    }
  }

  function waiting(): UpdateStatus | undefined {
    return queue.list().find(({ state }) => state === 'accepted' || state === 'running');
  }

  async function run({ id, state }: UpdateStatus): Promise<void> {
    if (state === 'running') {
      const left = rollBack(vault, queue.journal(id));
      if (left.length > 0) {
        finish(id, { state: 'failed', reason: `it was interrupted, and ${left.join(', ')} changed since` });
        return;
      }
    }
    publish(queue.set(id, { state: 'running', steps: [], reason: null }));
    const journal = createJournal(queue.journal(id));
    const record = createChangeRecord(vault);
    const watched = watchChanges(vault, (change) => {
      journal.tell(change);
      record.tell(change);
    });
    let outcome: UpdateOutcome;
    try {
      outcome = await deps.handler({
        id,
        input: queue.input(id),
        context: { vault: watched, session: createSession(), engine: async () => deps.engine },
        onEvent: (event) => tell(id, event),
        signal: stopping.signal,
      });
    } catch (error) {
      rollBack(vault, queue.journal(id));
      if (stopping.signal.aborted) queue.set(id, { state: 'accepted', steps: [] });
      else finish(id, { state: 'failed', reason: reasonOf(error) });
      return;
    }
    // From here on the update is done: a kill between these lines leaves work for the next start, never a second filing.
    const files = filesOf(record.paths);
    queue.set(id, { ...outcome, files });
    journal.drop();
    const entry = await deps.afterChanges(record.paths, {
      source: 'update',
      reason: outcome.summary,
      input: id,
      before: record.before,
    });
    finish(id, { history: entry?.id ?? null });
  }

  /** Every event goes to clients that watch; a tool call is also kept, as a step of the update. */
  function tell(id: string, event: AgentEvent): void {
    deps.events.publish('step', { id, event });
    if (event.type === 'tool-call')
      publish(queue.set(id, { steps: [...queue.find(id).steps, stepOf(event)] }));
  }

  function finish(id: string, change: Partial<UpdateStatus>): void {
    publish(queue.set(id, change));
  }

  function publish(status: UpdateStatus): void {
    deps.events.publish('update', status);
  }

  return {
    wake() {
      working ??= work().finally(() => {
        working = null;
      });
      return working;
    },
    async stop() {
      stopping.abort();
      await working;
    },
  };
}

function filesOf(paths: readonly VaultPath[]): string[] {
  return paths.map((path) => showPath(path)).sort();
}

function reasonOf(error: unknown): string {
  if (error instanceof RappelError)
    return error.path === null ? error.message : `${error.path}: ${error.message}`;
  return error instanceof Error ? error.message : String(error);
}
