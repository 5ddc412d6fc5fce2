import type { Vault } from '../vault/vault.js';
import type { History } from './history/history.js';
import type { Queue } from './queue.js';
import { pruneTrash } from './trash.js';
import type { Troubles } from './troubles.js';

/** How many filed updates are kept with their input. */
export const KEPT_UPDATES = 1_000;
/** How long deleted files stay in the trash. */
export const TRASH_DAYS = 30;
const EVERY_MS = 6 * 60 * 60_000;

/** Keeps `.rappel/` from growing without end: history, filed updates, trash. At the start and a few times a day. */
export function createUpkeep(deps: {
  vault: Vault;
  history: History;
  queue: Queue;
  troubles: Troubles;
  isThere(): boolean;
  historyLimit: number;
}) {
  let running: Promise<void> | null = null;

  async function work(): Promise<void> {
    if (!deps.isThere()) return;
    try {
      deps.queue.prune(KEPT_UPDATES);
      pruneTrash(deps.vault.root, TRASH_DAYS, deps.vault.clock.now());
      await deps.history.trim(deps.historyLimit);
      deps.troubles.clear('upkeep');
    } catch (error) {
      deps.troubles.report('upkeep', error);
    }
  }

  const run = () => {
    running ??= work().finally(() => {
      running = null;
    });
    return running;
  };
  const timer = setInterval(run, EVERY_MS);
  timer.unref();
  return {
    run,
    async stop(): Promise<void> {
      clearInterval(timer);
      await running;
    },
  };
}
