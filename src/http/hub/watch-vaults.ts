import type { ClusterEvents } from '../../hub/cluster.js';
import type { Hub } from '../../hub/create-hub.js';
import type { KeptOpen } from '../../hub/keep-open.js';
import { errorMessage } from '../../shared/errors.js';
import type { OpenVault } from './open-vault.js';

const WORK_EVERY_MS = 60_000;
/** After a failure: PostgreSQL may be back at any moment. */
const WORK_RETRY_MS = 2_000;
const REMOVED_EVERY_MS = 1_000;

/** Opens and closes vaults without a request: those in which updates wait, those that were removed, those that change their leader. */
export function watchVaults(hub: Hub, vaults: KeptOpen<OpenVault>, close: (name: string) => void) {
  const { cluster } = hub;
  const closing = setInterval(closeRemoved, REMOVED_EVERY_MS);
  closing.unref();
  let looking: NodeJS.Timeout | undefined;
  let isStopped = false;

  /** Requests for a removed vault are refused at once; those under way end here. */
  function closeRemoved(): void {
    for (const name of vaults.names()) if (hub.isRemoved(name)) close(name);
  }

  /** If the hub was stopped before it filed some updates, they wait in vaults that are still closed. */
  async function openWaiting(): Promise<void> {
    const waiting = new Set((await cluster?.remotes.waiting()) ?? []);
    for (const name of hub.names()) {
      if (vaults.names().includes(name) || !(waiting.has(name) || hub.hasWork(name))) continue;
      if ((await cluster?.leaderOf(name)) == null) vaults.open(name);
    }
  }

  async function lookForWork(told: string | null = null): Promise<void> {
    const problem = await openWaiting().then(
      () => null,
      (error: unknown) => errorMessage(error),
    );
    if (isStopped) return;
    if (problem !== null && problem !== told) hub.log(problem);
    looking = setTimeout(() => void lookForWork(problem), problem === null ? WORK_EVERY_MS : WORK_RETRY_MS);
    looking.unref();
  }

  const events: ClusterEvents = {
    lost: close,
    resumed(name) {
      close(name);
      vaults.open(name);
    },
    /** Without work that waits, it is opened by the next request for it. */
    orphaned(name, waits) {
      if (waits || hub.hasWork(name)) vaults.open(name);
      else cluster!.discard(name).catch(() => {});
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
