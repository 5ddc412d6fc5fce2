import type { Agents } from '../../agents/create-agents.js';
import { ENGLISH, messageOf, RappelError } from '../../shared/errors.js';
import { showPath, type VaultPath } from '../../vault/paths.js';
import { type Message, message, messageSays } from '../../words/message.js';
import { unrecordedUpdates } from '../changes/changeset.js';
import type { Publisher } from '../events/events.js';
import type { AfterChanges } from '../job/after-changes.js';
import { type AttemptDeps, createAttempts, type FiledUpdate } from './attempts.js';
import { createLiveSteps, type UpdateEvents } from './live-steps.js';
import { createOutage } from './outage.js';
import { createRelease } from './release-held.js';
import { joinRetry, planRetry, type Retry } from './retry.js';
import { createRunRecords } from './run-records.js';
import { isWaiting, type UpdateStatus } from './update-status.js';

export interface RunnerDeps extends AttemptDeps {
  agents: FilingAgents;
  events: Publisher<UpdateEvents>;
  afterChanges: AfterChanges;
  /** Removes every trace of what lies at a path, but the update that asks for it. The caller holds the lock of the queue. */
  erase?: (path: VaultPath, asking: string) => Promise<void>;
}

/** The agents as the worker needs them; they may change with the settings from one update to the next. */
type FilingAgents = Pick<Agents, 'file' | 'settings'>;

/** Runs one update after the other, each exactly once. Its caller holds the lock of the queue. */
export function createUpdateRunner(deps: RunnerDeps, signal: AbortSignal) {
  const { agents, queue, vault } = deps;
  const steps = createLiveSteps(queue, deps.events);
  const outage = createOutage(queue, publish);
  const attempts = createAttempts(deps, steps, signal);
  const release = createRelease(deps);
  const records = createRunRecords({ ...deps, publish });

  /** Until the update is filed, failed or waits for its model; one that `signal` interrupts waits as before. */
  async function run({ id, state }: UpdateStatus): Promise<void> {
    if (state === 'running' && !(await takeBack(id))) return;
    let asked = false;
    const begun = await queue.change(id, (waiting) => {
      asked = waiting.asked === true;
      if (!isWaiting(waiting.state)) return null;
      return { state: 'running', steps: [], reason: null, asked: undefined };
    });
    // Dismissed meanwhile.
    if (begun === null) return;
    publish(begun);
    const { settings } = agents;
    const now = () => vault.clock.now().getTime();
    const known = asked || begun.model === 'none' ? null : outage.at(now(), settings);
    if (known !== null) return wait(id, joinRetry(begun.retry, known.retry, now()));
    const tried = await attempts.attempt(id, agents.file);
    if ('outcome' in tried) {
      await filed(id, tried);
      if (tried.outcome.usage !== undefined) await outage.over(now(), settings);
      return;
    }
    const { error, left } = tried;
    const context = { now: now(), settings, random: Math.random() };
    const planned =
      signal.aborted || left.length > 0 || !isModelError(error)
        ? null
        : planRetry(begun.retry, error, context);
    if (planned === null) return fail(id, error, left);
    outage.begin(error as RappelError, planned);
    wait(id, planned);
  }

  function wait(id: string, retry: Retry): void {
    publish(queue.set(id, { state: 'accepted', steps: [], retry }));
  }

  /** From here on the update is filed, never to be run again; its changeset stays until it is recorded too. */
  async function filed(id: string, { outcome, record, changeset }: FiledUpdate): Promise<void> {
    const files = record.files.map((path) => showPath(path)).sort();
    try {
      publish(queue.set(id, { ...outcome, files, retry: undefined }));
      await records.record(id, record, changeset);
      if (records.error() === null) await release.settle(id);
    } finally {
      // Where its status could not be written, it is not filed: the next run rolls it back.
      changeset.leave();
      attempts.over();
    }
    publishAsked(id);
  }

  /** Everything is rolled back. An interrupted update waits again. */
  function fail(id: string, error: unknown, left: readonly string[]): void {
    if (signal.aborted && left.length === 0) publish(queue.set(id, { state: 'accepted', steps: [] }));
    else {
      publish(queue.set(id, failedWith(messageOf(error), left)));
    }
  }

  /** An answer changes what is known of the updates that asked. */
  function publishAsked(id: string): void {
    const { inbox_ref } = queue.input(id);
    if (inbox_ref === null) return;
    const item = inbox_ref.slice(inbox_ref.lastIndexOf('/') + 1);
    for (const status of queue.list()) if (status.inbox === item && status.id !== id) publish(status);
  }

  /** Ends killed runs. False if some change of one can't be rolled back; the user has to decide then. */
  async function takeBack(id?: string): Promise<boolean> {
    const ended = await records.recover(id);
    for (const { entry, kept } of ended)
      if (kept.length > 0) publish(queue.set(entry.input!, failedWith(message('update.interrupted'), kept)));
    const isBack = ended.every(({ kept, error }) => kept.length === 0 && error === null);
    return isBack && (id === undefined || !unrecordedUpdates(vault.root).has(id));
  }

  function publish(status: UpdateStatus): void {
    deps.events.publish('update', status);
  }

  return {
    run,
    /** Rolls back what a killed run left, and records what was filed but not recorded. */
    async recover(): Promise<void> {
      await takeBack();
      const left = unrecordedUpdates(vault.root);
      for (const { id, state } of queue.list())
        if (state === 'running' && !left.has(id)) publish(queue.set(id, { state: 'accepted', steps: [] }));
      await release.recover();
    },
    /** Why an update that is filed could not be recorded; null if all are, as far as is known. `recover` tries again. */
    recordError: records.error,
    /** The steps of an update that runs now; null for any other. */
    stepsOf: steps.of,
    /** Whether the current run has changed this path, and will record it. */
    isTouching: attempts.isTouching,
  };
}

function isModelError(error: unknown): error is RappelError {
  return error instanceof RappelError && error.code === 'model';
}

/** Some of what it did could not be rolled back: the user has to decide. */
function failedWith(problem: Message, left: readonly string[]) {
  const why =
    left.length === 0 ? problem : message('update.failed_left', { problem, files: left.join(', ') });
  const reason = messageSays(ENGLISH, why) ?? why.reason;
  return {
    state: 'failed',
    reason,
    error: { ...why, message: reason, hint: null },
    retry: undefined,
  } as const;
}
