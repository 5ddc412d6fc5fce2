import { RappelError } from '../../shared/errors.js';
import { type LockOptions, withLock } from '../locks/lock.js';
import { createUpdateRunner, type RunnerDeps } from './update-runner.js';

/** How long the queue is held for consecutive updates, if many wait. */
const LONGEST_HOLD_MS = 1_000;

export type UpdateWorker = ReturnType<typeof createUpdateWorker>;

/** Runs updates one at a time, in order, each exactly once: an interrupted run is rolled back and started again. */
export function createUpdateWorker(deps: RunnerDeps) {
  const { queue, vault } = deps;
  const stopping = new AbortController();
  const { signal } = stopping;
  const runner = createUpdateRunner(deps, signal);
  let working: Promise<void> | null = null;
  let asked = false;
  /** Whether the remains of an earlier process were checked; not while another process held the queue. */
  let recovered = false;

  async function work(): Promise<void> {
    if (!recovered) await locked({ signal }, recover);
    while (asked && !signal.aborted) {
      asked = false;
      // Another process may work on the same queue: read it again under the lock, and release it now and then.
      while (!signal.aborted && queue.due(deps.agents.settings).length > 0)
        await locked({ signal }, runWaiting);
    }
    if (runner.recordError() === null) return;
    await locked({ signal }, recover);
    const error = runner.recordError();
    if (error !== null) throw error;
  }

  function locked(options: LockOptions, action: () => Promise<void>): Promise<void> {
    return withLock(vault.root, 'updates', action, options);
  }

  /** Those that are due, in order. New updates come after them. */
  async function runWaiting(): Promise<void> {
    const began = performance.now();
    for (const update of queue.due(deps.agents.settings)) {
      // A purge may have removed it meanwhile.
      if (queue.has(update.id)) await runner.run(update);
      if (signal.aborted || performance.now() - began > LONGEST_HOLD_MS) return;
    }
  }

  function recover(): Promise<void> {
    recovered = true;
    return runner.recover();
  }

  /**
   * Works through everything that waits; joins a run that is under way. Rejects if the queue can't be used, or where
   * something that is filed could not be recorded; it stays filed, and is recorded by a later call.
   */
  function wake(): Promise<void> {
    asked = true;
    working ??= work().then(
      () => {
        working = null;
        // Requested just as it ended.
        return asked && !signal.aborted ? wake() : undefined;
      },
      (error) => {
        working = null;
        throw error;
      },
    );
    return working;
  }

  return {
    /** Rolls back a killed run, and records what was filed but not recorded. Does not touch a living process. */
    recover: () =>
      locked({ mostMs: 0 }, recover).catch((error) => {
        // The holder of the queue may be alive and working on what looks abandoned: done before the next run.
        if (!(error instanceof RappelError) || error.code !== 'busy') throw error;
      }),
    wake,
    /** In how many milliseconds the next update is due that waits for its model; null if none does. */
    nextTryMs(): number | null {
      const times = queue.waiting().flatMap(({ retry }) => (retry === undefined ? [] : [retry.next]));
      return times.length === 0 ? null : Math.max(0, Math.min(...times) - vault.clock.now().getTime());
    },
    stepsOf: runner.stepsOf,
    isTouching: runner.isTouching,
    /** Stops after the current update, which is interrupted and rolled back. */
    async stop(): Promise<void> {
      stopping.abort();
      await working?.catch(() => {});
    },
  };
}
