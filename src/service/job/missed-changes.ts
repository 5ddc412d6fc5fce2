import { createYielder } from '../../shared/yield-to-event-loop.js';
import { ROOT, type VaultPath } from '../../vault/paths.js';
import { walk } from '../../vault/scan.js';
import type { Problems } from '../events/problems.js';
import type { History } from '../history/history.js';
import { type SeenFiles, scanLooks } from './seen-files.js';
import { sweepLeftovers } from './sweep-leftovers.js';

interface MissedChangesDeps {
  root: string;
  history: History;
  seen: SeenFiles;
  problems: Problems;
  isThere(): boolean;
  changed(path: VaultPath): void;
  /** Paths that are known to have changed. */
  waiting(): Iterable<VaultPath>;
}

/** Finds changes that no watcher told of: those before the start, and those that the watcher lost. */
export function createMissedChanges({ root, history, seen, problems, ...deps }: MissedChangesDeps) {
  const { isThere, changed } = deps;
  return {
    /** At the start, by the history. */
    async sinceLastRun(refreshIndex: () => Promise<unknown>): Promise<void> {
      await sweepVault(root);
      // The look comes before the comparisons: whatever changes during them looks different afterwards.
      const { looks } = await scanLooks(root);
      await refreshIndex();
      const unrecorded = await problems.attempt('reading history', () => history.unrecorded());
      if (!isThere()) return;
      // Without a usable history, the files are checked one by one.
      if (!unrecorded) {
        for (const path of looks.keys()) changed(path);
        return;
      }
      for (const path of unrecorded) {
        looks.delete(path);
        seen.doubt(path);
        changed(path);
      }
      for (const path of deps.waiting()) looks.delete(path);
      seen.suppose(looks);
    },
    /** While it runs, by what was last seen. */
    async sinceLastLook(): Promise<void> {
      if (!isThere()) return;
      await problems.attempt('reconcile', async () => {
        const different = seen.compare(await scanLooks(root));
        // A disk that went away during the scan made everything look gone.
        if (isThere()) for (const path of different) changed(path);
      });
    },
  };
}

async function sweepVault(root: string): Promise<void> {
  const yieldToEventLoop = createYielder();
  sweepLeftovers(root);
  for (const { kind, address } of walk(root, root, ROOT, () => {})) {
    await yieldToEventLoop();
    if (kind === 'folder') sweepLeftovers(address);
  }
}
