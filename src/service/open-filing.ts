import { indexFile, linksFile } from '../search/cache-folder.js';
import { recordedPath } from '../vault/paths.js';
import { recoverChanges } from './changes/recover-changes.js';
import type { Core } from './core.js';
import { createAfterChanges, publishingEntries, refreshingTree } from './job/after-changes.js';
import { createLinkIndex } from './links/link-index.js';
import { finishMove } from './moves/move-file.js';
import type { ServiceParts } from './open-parts.js';
import { finishAdopting } from './sync/adoption.js';
import { openRecorded } from './sync/open-recorded.js';
import { createQueueEntry } from './updates/enter-queue.js';
import { keepWorking } from './updates/keep-working.js';
import { createUpdateWorker } from './updates/update-worker.js';
import { erasePath } from './upkeep/purge.js';

/** The queue of updates with the worker that files them, and what all work on the vault needs to record its changes. */
export function openFiling(parts: ServiceParts, walled: Core['walled']) {
  const { vault, env, history, index, tree, events, presence, problems, writers, watchFiles } = parts;
  const afterChanges = createAfterChanges({ vault, history, index, updateTree: refreshingTree(vault, tree) });
  const worker = createUpdateWorker({
    ...parts,
    history: async () => history,
    afterChanges,
    walled,
    erase: (path, asking) => erasePath(vault, parts.engine, path, asking),
  });
  const working = keepWorking(worker, presence, problems);
  const links = createLinkIndex(
    vault.root,
    (tell) => watchFiles(({ path }) => tell(recordedPath(path.replace(/^vault\//, '')))),
    linksFile(indexFile(vault.root, env)),
  );
  const recording = {
    vault,
    history: async () => history,
    recover: (): Promise<void> =>
      recoverChanges({
        ...recording,
        finish: {
          move: (left) => finishMove(recording, left),
          async adopt(left) {
            const changed = await finishAdopting({ vault, ...openRecorded(vault, env) }, left);
            await recording.afterChanges(changed, { source: 'sync', areRecorded: true });
          },
        },
      }),
    onProgress: parts.onProgress,
    links,
    engine: async () => parts.scheduledEngine,
    afterChanges: publishingEntries(afterChanges, events),
    withWriter: writers.withWriter,
  };
  return { afterChanges, worker, working, entry: createQueueEntry(parts, working.wake), recording };
}
