import type { SearchEngine } from '../../search/engine.js';
import type { OnProgress } from '../../shared/progress.js';
import { writeTreeFile } from '../../vault/tree-file.js';
import type { Vault } from '../../vault/vault.js';
import { openHistory } from '../history/open-history.js';
import { type AfterChanges, createAfterChanges } from '../job/after-changes.js';
import { createIndexChanges } from '../job/index-changes.js';
import { currentLease } from '../locks/lease.js';
import { historyLimitSetting } from '../settings/history-limit.js';
import { createQueue } from '../updates/queue.js';
import { keepInBoundsDaily } from '../upkeep/upkeep.js';

/** What follows a change that a command makes while no service runs. */
export async function standaloneAfterChanges(
  vault: Vault,
  engine: SearchEngine,
  onProgress?: OnProgress,
): Promise<AfterChanges> {
  const history = await openHistory(vault);
  // A service that runs keeps the tree itself, without a scan.
  const updateTree = () => {
    if (currentLease(vault.root) === null) writeTreeFile(vault);
  };
  const afterChanges = createAfterChanges({
    vault,
    history,
    index: createIndexChanges(vault, engine, onProgress),
    updateTree,
    ...(onProgress && { onProgress }),
  });
  const upkeep = {
    vault,
    history,
    queue: createQueue(vault),
    historyLimit: historyLimitSetting(process.env),
  };
  return async (paths, why) => {
    const entry = await afterChanges(paths, why);
    await keepInBoundsDaily(upkeep);
    return entry;
  };
}
