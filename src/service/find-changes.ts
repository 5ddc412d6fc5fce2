import type { BackgroundJob } from './job/background-job.js';
import type { ServiceParts } from './open-parts.js';

/** Runs work when it is its turn, after more urgent work. It begins at once when `signal` is aborted. */
export type InTurn = <Result>(
  signal: AbortSignal,
  isUrgent: () => boolean,
  work: () => Promise<Result>,
) => Promise<Result>;

/** Finds changes that the watcher did not see. A service that stops leaves the rest to its next start, without an error. */
export function createChangeFinder(
  { engine, problems, queue, tree, signal }: ServiceParts,
  job: BackgroundJob,
  inTurn: InTurn,
) {
  const unlessStopped = (error: unknown) => {
    if (!signal.aborted) throw error;
  };
  const refreshIndex = () => problems.attempt('index', () => engine.refresh().catch(unlessStopped));
  const hasWork = () => queue.waiting().length > 0;

  return {
    /** Changes made while the service was not running. */
    sinceLastRun: () =>
      problems.attempt('catching up', () =>
        inTurn(signal, hasWork, async () => {
          tree.begin();
          await job.catchUp(refreshIndex).catch(unlessStopped);
        }),
      ),
    /** Changes made while the vault was out of reach. */
    async sinceAway(): Promise<void> {
      await refreshIndex();
      await job.reconcile();
    },
  };
}
