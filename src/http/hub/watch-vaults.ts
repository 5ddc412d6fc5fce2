import type { ClusterEvents } from '../../hub/cluster.js';
import type { Hub } from '../../hub/create-hub.js';
import type { KeptOpen } from '../../hub/keep-open.js';
import { errorMessage } from '../../shared/errors.js';
import type { OpenVault } from './open-vault.js';

const WORK_EVERY_MS = 60_000;
/** After a failure: PostgreSQL may be back at any moment, and a leader that is gone loses its vaults soon. */
const WORK_RETRY_MS = 2_000;
/** A vault that could not be opened, because its remote is away or another node was faster, is not asked for all the time. */
const OPEN_EVERY_MS = 5_000;
const REMOVED_EVERY_MS = 1_000;

/** Opens and closes vaults without a request: those in which updates wait, those that were removed, those that change their leader. */
export function watchVaults(hub: Hub, vaults: KeptOpen<OpenVault>, close: (name: string) => void) {
  const { cluster } = hub;
  const closing = setInterval(closeRemoved, REMOVED_EVERY_MS);
  closing.unref();
  let looking: NodeJS.Timeout | undefined;
  let isStopped = false;
  const tried = new Map<string, number>();

  /** Requests for a removed vault are refused at once; those under way end here. */
  function closeRemoved(): void {
    for (const name of vaults.names()) if (hub.isRemoved(name)) close(name);
  }

  /** If the hub was stopped before it filed some updates, they wait in vaults that are still closed. False if there are any. */
  async function openWaiting(): Promise<boolean> {
    let isDone = true;
    for (const name of hub.names()) {
      if (vaults.names().includes(name) || !hub.hasWork(name)) continue;
      isDone = false;
      // The lease of a process that was killed runs out first.
      if ((await cluster?.leaderOf(name)) == null) vaults.open(name);
    }
    return isDone;
  }

  async function lookForWork(told: string | null = null): Promise<void> {
    let [isDone, problem]: [boolean, string | null] = [false, null];
    try {
      isDone = await openWaiting();
    } catch (error) {
      problem = errorMessage(error);
    }
    if (isStopped) return;
    if (problem !== null && problem !== told) hub.log(problem);
    looking = setTimeout(() => void lookForWork(problem), isDone ? WORK_EVERY_MS : WORK_RETRY_MS);
    looking.unref();
  }

  const events: ClusterEvents = {
    lost: close,
    /** A vault in which nothing waits is opened by the next request for it. */
    waits(name) {
      const now = performance.now();
      if (now - (tried.get(name) ?? Number.NEGATIVE_INFINITY) < OPEN_EVERY_MS) return;
      tried.set(name, now);
      vaults.open(name);
    },
    removed: close,
    left: hub.sendLeft,
  };

  return {
    /** For the cluster of this node. */
    events,
    start: () => void lookForWork(),
    stop(): void {
      isStopped = true;
      clearInterval(closing);
      clearTimeout(looking);
    },
  };
}
