import { RappelError } from '../../shared/errors.js';
import type { VaultPath } from '../../vault/paths.js';
import { type LockOptions, withLock } from '../locks/lock.js';
import type { Step } from './steps.js';
import { createUpdateRunner, type RunnerDeps } from './update-runner.js';

export interface UpdateWorker {
  /** Takes back what a killed run left, and finishes what was filed but not recorded. Leaves a living process alone. */
  recover(): Promise<void>;
  /**
   * Works through everything that waits; joins a run that is under way. Rejects if the queue can't be used, or where
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

/** How long the queue is held for one update after the other, where many wait. */
const LONGEST_HOLD_MS = 1_000;

/** Runs updates one at a time, in order, each exactly once: a run that was cut off is taken back and begun again. */
export function createUpdateWorker(deps: RunnerDeps): UpdateWorker {
  const { queue, vault } = deps;
  const stopping = new AbortController();
  const { signal } = stopping;
  const runner = createUpdateRunner(deps, signal);
  let working: Promise<void> | null = null;
  let asked = false;
  /** Whether what an earlier process left was looked at; not while another process held the queue. */
  let recovered = false;

  async function work(): Promise<void> {
    if (!recovered) await locked({ signal }, recover);
    while (asked && !signal.aborted) {
      asked = false;
      // Another process may work on the same queue: looked at again once it is ours, and left to others now and then.
      while (!signal.aborted && queue.waiting().length > 0) await locked({ signal }, runWaiting);
    }
    if (runner.recordError() === null) return;
    await locked({ signal }, recover);
    const error = runner.recordError();
    if (error !== null) throw error;
  }

  function locked(options: LockOptions, action: () => Promise<void>): Promise<void> {
    return withLock(vault.root, 'updates', action, options);
  }

  /** In their order. What comes meanwhile comes after them. */
  async function runWaiting(): Promise<void> {
    const began = performance.now();
    for (const update of queue.waiting()) {
      // A purge may have removed it meanwhile.
      if (queue.has(update.id)) await runner.run(update);
      if (signal.aborted || performance.now() - began > LONGEST_HOLD_MS) return;
    }
  }

  function recover(): Promise<void> {
    recovered = true;
    return runner.recover();
  }

  function wake(): Promise<void> {
    asked = true;
    working ??= work().then(
      () => {
        working = null;
        // Asked in the very moment it ended.
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
    recover: () =>
      locked({ mostMs: 0 }, recover).catch((error) => {
        // The holder of the queue may be alive, and at work on what looks left behind: done before the next run.
        if (!(error instanceof RappelError) || error.code !== 'busy') throw error;
      }),
    wake,
    stepsOf: runner.stepsOf,
    isTouching: runner.isTouching,
    async stop() {
      stopping.abort();
      await working?.catch(() => {});
    },
  };
}
