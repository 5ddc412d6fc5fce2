import { existsSync } from 'node:fs';
import { type AgentEvent, stepOf } from '../../agents/answer.js';
import type { UpdateHandler, UpdateOutcome } from '../../agents/update.js';
import type { SearchEngine } from '../../search/engine.js';
import { RappelError } from '../../shared/errors.js';
import { createSession } from '../../tools/session.js';
import { parsePath, showPath, type VaultPath } from '../../vault/paths.js';
import type { Vault } from '../../vault/vault.js';
import type { Publisher } from '../events/events.js';
import type { AfterChanges } from '../job/after-changes.js';
import { type LockOptions, withLock } from '../locks/lock.js';
import { type ChangeRecord, createChangeRecord } from './change-record.js';
import { createJournal, readJournal, rollBack } from './journal.js';
import type { Queue } from './queue.js';
import { closed, MOST_STEPS, type Step, trimmedEvent, withEvent } from './steps.js';
import { isFiled, type UpdateStatus } from './update-status.js';
import { watchChanges } from './watch-changes.js';

export interface UpdateWorker {
  /** Takes back what a killed run left, and finishes what was filed but not recorded. Leaves a living process alone. */
  recover(): Promise<void>;
  /**
   * Works through everything that waits; joins a run that is under way. Rejects where the queue can't be used, or where
   * something that is filed could not be recorded; it stays filed, and is recorded by a later call.
   */
  wake(): Promise<void>;
  /** The steps of an update that runs now; null for any other. */
  stepsOf(id: string): readonly Step[] | null;
  /** Whether the current run has changed this path. */
  isTouching(path: VaultPath): boolean;
  /** Stops after the current update, which is interrupted and taken back. */
  stop(): Promise<void>;
}

interface WorkerDeps {
  vault: Vault;
  engine: SearchEngine;
  queue: Queue;
  handler: UpdateHandler;
  events: Publisher<{ update: UpdateStatus; step: { id: string; event: AgentEvent } }>;
  afterChanges: AfterChanges;
}

/** Runs updates one at a time, in order, each exactly once: a run that was cut off is taken back and begun again. */
export function createUpdateWorker(deps: WorkerDeps): UpdateWorker {
  const { queue, vault } = deps;
  const stopping = new AbortController();
  let working: Promise<void> | null = null;
  let asked = false;
  /** Why an update that is filed could not be recorded; done again before the worker rests. */
  let owed: Error | null = null;
  /** Whether what an earlier process left was looked at; not while another process held the queue. */
  let recovered = false;
  let current: ChangeRecord | null = null;
  let steps: { id: string; done: readonly Step[] } | null = null;

  async function work(): Promise<void> {
    if (!recovered) await locked({ signal: stopping.signal }, recover);
    while (asked && !stopping.signal.aborted) {
      asked = false;
      // Another process may work on the same queue: looked at again once it is ours, and left to others now and then.
      while (!stopping.signal.aborted && queue.waiting().length > 0)
        await locked({ signal: stopping.signal }, runWaiting);
    }
    if (owed === null) return;
    owed = null;
    await locked({ signal: stopping.signal }, recover);
    if (owed !== null) throw owed;
  }

  function locked(options: LockOptions, action: () => Promise<void>): Promise<void> {
    return withLock(vault.root, 'updates', action, options);
  }

  /** In their order. What comes meanwhile comes after them. */
  async function runWaiting(): Promise<void> {
    const began = performance.now();
    for (const update of queue.waiting()) {
      // Forgotten meanwhile, by a purge.
      if (queue.has(update.id)) await run(update);
      if (stopping.signal.aborted || performance.now() - began > LONGEST_HOLD_MS) return;
    }
  }

  async function run({ id, state }: UpdateStatus): Promise<void> {
    if (state === 'running' && !takeBack(id)) return;
    publish(queue.set(id, { state: 'running', steps: [], reason: null }));
    const journal = createJournal(queue.journal(id));
    const record = createChangeRecord(vault);
    current = record;
    steps = { id, done: [] };
    const watched = watchChanges(vault, (change, again) => {
      journal.tell(change, again);
      record.tell(change, again);
    });
    try {
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
        keepSteps(id);
        const left = rollBack(vault, queue.journal(id));
        if (stopping.signal.aborted && left.length === 0)
          publish(queue.set(id, { state: 'accepted', steps: [] }));
        else publish(queue.set(id, { state: 'failed', reason: reasonOf(error) + changedSince(left) }));
        return;
      }
      keepSteps(id);
      // From here on the update is filed, never to be run again; the journal stays until it is recorded too.
      publish(queue.set(id, { ...outcome, files: record.files.map((path) => showPath(path)).sort() }));
      await recordRun(id, record);
    } finally {
      current = null;
      steps = null;
    }
  }

  function keepSteps(id: string): void {
    if (steps?.id === id) queue.keepRun(id, closed(steps.done, Date.now()));
  }

  async function recordRun(id: string, { paths, before }: Pick<ChangeRecord, 'paths' | 'before'>) {
    const { summary, history } = queue.find(id);
    try {
      const entry = await deps.afterChanges(paths, {
        source: 'update',
        reason: summary ?? '',
        input: id,
        before,
      });
      publish(queue.set(id, { history: entry?.id ?? history }));
      createJournal(queue.journal(id)).drop();
    } catch (error) {
      owed = error as Error;
    }
  }

  /** False where something of the killed run can't be taken back: that is for a person to look at. */
  function takeBack(id: string): boolean {
    const left = rollBack(vault, queue.journal(id));
    if (left.length === 0) return true;
    publish(queue.set(id, { state: 'failed', reason: `it was interrupted${changedSince(left)}` }));
    return false;
  }

  /** Every event goes to clients that watch; a tool call is also kept, as a step of the update. */
  function tell(id: string, event: AgentEvent): void {
    if (steps?.id === id) steps = { id, done: withEvent(steps.done, event, Date.now()) };
    deps.events.publish('step', { id, event: trimmedEvent(event) });
    if (event.type !== 'tool-call') return;
    const { steps: before } = queue.find(id);
    if (before.length < MOST_STEPS) publish(queue.setSteps(id, [...before, stepOf(event)]));
  }

  function publish(status: UpdateStatus): void {
    deps.events.publish('update', status);
  }

  async function recover(): Promise<void> {
    recovered = true;
    for (const { id, state, files } of queue.list()) {
      if (state === 'running') {
        if (takeBack(id)) publish(queue.set(id, { state: 'accepted', steps: [] }));
      } else if (isFiled(state) && existsSync(queue.journal(id))) {
        const journal = readJournal(queue.journal(id));
        const paths = new Set([...files.map((file) => parsePath(file)), ...journal.paths]);
        await recordRun(id, { paths: [...paths], before: journal.before });
      }
    }
  }

  function wake(): Promise<void> {
    asked = true;
    working ??= work().then(
      () => {
        working = null;
        // Asked in the very moment it ended.
        return asked && !stopping.signal.aborted ? wake() : undefined;
      },
      (error) => {
        working = null;
        throw error;
      },
    );
    return working;
  }

  return {
    recover: () =>
      locked({ mostMs: 0 }, recover).catch((error) => {
        // The holder of the queue may be alive, and at work on what looks left behind: done before the next run.
        if (!(error instanceof RappelError) || error.code !== 'busy') throw error;
      }),
    wake,
    stepsOf: (id) => (steps?.id === id ? steps.done : null),
    isTouching: (path) => current?.has(path) ?? false,
    async stop() {
      stopping.abort();
      await working?.catch(() => {});
    },
  };
}

/** How long the queue is held for one update after the other, where many wait. */
const LONGEST_HOLD_MS = 1_000;

function changedSince(left: readonly string[]): string {
  return left.length === 0 ? '' : `; ${left.join(', ')} changed meanwhile and stayed as it is`;
}

function reasonOf(error: unknown): string {
  if (error instanceof RappelError)
    return error.path === null ? error.message : `${error.path}: ${error.message}`;
  return error instanceof Error ? error.message : String(error);
}
