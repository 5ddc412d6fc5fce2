import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createYielder } from '../../shared/yield-to-event-loop.js';
import { ROOT, type VaultPath } from '../../vault/paths.js';
import { walk } from '../../vault/scan.js';
import type { Problems } from '../events/problems.js';
import type { History } from '../history/history.js';
import { historyHead } from '../history/store.js';
import { writeWhole } from '../state/durable.js';
import type { SeenFiles } from './seen-files.js';
import { sweepLeftovers } from './sweep-leftovers.js';
import { visitEntries } from './visit-entries.js';

interface MissedChangesDeps {
  root: string;
  history: History;
  seen: SeenFiles;
  problems: Problems;
  isThere(): boolean;
  changed(path: VaultPath): void;
  /** Looks at files of which nothing is known. */
  check(paths: Iterator<VaultPath>): void;
  /** Aborted when the service stops. */
  signal?: AbortSignal | undefined;
  /** Paths that are known to have changed. */
  waiting(): Iterable<VaultPath>;
}

/** Finds changes that no watcher told of: those before the start, and those that the watcher lost. */
export function createMissedChanges({ root, history, seen, problems, ...deps }: MissedChangesDeps) {
  const { isThere, changed, signal } = deps;
  /** From the first look at a vault until every file was checked: an update may begin the history before that, and a kill end the run. */
  const unchecked = join(root, '.rappel', 'unchecked');
  return {
    /** At the start, by the history. */
    async sinceLastRun(refreshIndex: () => Promise<unknown>): Promise<void> {
      if (historyHead(root) === null) markUnchecked(unchecked);
      await sweepVault(root, signal);
      // The look comes before the comparisons: whatever changes during them looks different afterwards.
      await visitEntries(root, (path, stats) => {
        signal?.throwIfAborted();
        seen.suppose(path, stats);
      });
      await refreshIndex();
      const unrecorded = await problems.attempt('reading history', () => history.unrecorded(signal));
      if (!isThere()) return;
      const yieldToEventLoop = createYielder();
      for (const path of unrecorded ?? []) {
        seen.doubt(path);
        changed(path);
        const rest = yieldToEventLoop();
        if (rest !== undefined) await rest;
      }
      // Without a usable history, the files are checked one by one.
      if (!unrecorded || existsSync(unchecked)) {
        seen.accept('folders');
        deps.check(seen.supposedFiles());
        return;
      }
      for (const path of deps.waiting()) if (!seen.has(path)) seen.doubt(path);
      seen.accept('everything');
    },
    /** Every file was checked. */
    checked(): void {
      try {
        rmSync(unchecked, { force: true });
      } catch {
        // Not to be written now: they are checked once more.
      }
    },
    /** While it runs, by what was last seen. */
    async sinceLastLook(): Promise<void> {
      if (!isThere()) return;
      await problems.attempt('reconcile', async () => {
        const different = await seen.compare(root);
        // A disk that went away during the scan made everything look gone.
        if (isThere()) for (const path of different) changed(path);
      });
    },
  };
}

function markUnchecked(file: string): void {
  try {
    writeWhole(file, '');
  } catch {
    // Where nothing can be written, no history begins.
  }
}

async function sweepVault(root: string, signal: AbortSignal | undefined): Promise<void> {
  const yieldToEventLoop = createYielder();
  sweepLeftovers(root);
  for (const { kind, address } of walk(root, root, ROOT, () => {})) {
    signal?.throwIfAborted();
    const rest = yieldToEventLoop();
    if (rest !== undefined) await rest;
    if (kind === 'folder') sweepLeftovers(address);
  }
}
