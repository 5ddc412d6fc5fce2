import type { BackgroundJob } from './job/background-job.js';
import type { ServiceParts } from './open-parts.js';

/** Does work, or does it later: what is more urgent by then comes first. It begins at once when `signal` is aborted. */
export type InTurn = <Result>(
  signal: AbortSignal,
  isUrgent: () => boolean,
  work: () => Promise<Result>,
) => Promise<Result>;

/** How a service finds the changes that it did not see. One that stops leaves the rest to the next start: nothing failed. */
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
    /** Those made while it was not running. */
    sinceLastRun: () =>
      problems.attempt('catching up', () =>
        inTurn(signal, hasWork, async () => {
          tree.begin();
          await job.catchUp(refreshIndex).catch(unlessStopped);
        }),
      ),
    /** Those made while the vault was away. */
    async sinceAway(): Promise<void> {
      await refreshIndex();
      await job.reconcile();
    },
  };
}
