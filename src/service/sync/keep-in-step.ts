import type { TreeNode } from '../../vault/tree.js';
import type { Problems } from '../events/problems.js';
import type { History } from '../history/history.js';
import { keepMergingCopies } from './copies/keep-merging-copies.js';
import { keepSyncing } from './keep-syncing.js';
import { createVaultSync, type VaultSync, type VaultSyncDeps } from './sync-vault.js';

interface InStepDeps extends VaultSyncDeps {
  history: History;
  tree: { measured(): Promise<TreeNode> };
  events: { subscribe(tell: (event: { type: string; data: unknown }) => void): () => void };
  problems: Problems;
  /** False while the vault is out of reach: its files are not deleted then. */
  isThere(): boolean;
  /** True while changes that belong together are being written. */
  isBusy(): boolean;
  /** Wraps each sync. */
  around?(sync: VaultSync): VaultSync;
}

/** Syncs a vault with its copies on other machines, and merges the conflict copies of other programs, while a service runs. */
export function keepInStep(deps: InStepDeps) {
  const { history, problems, isThere, isBusy } = deps;
  const own = createVaultSync(deps);
  const sync = deps.around?.(own) ?? own;
  const syncing = keepSyncing({ ...deps, syncing: sync });
  const copies = keepMergingCopies({
    ...deps,
    merge: async () => history.available && sync.mergeCopies(),
    isReady: () => isThere() && !isBusy(),
  });

  return {
    sync: clearingProblem(sync, problems),
    async start(): Promise<void> {
      syncing.start();
      await problems.attempt('conflict copies', copies.start);
    },
    stop: [syncing.stop, copies.stop],
  };
}

/** When a sync that a person asked for succeeds, the problem of an earlier one is solved. */
function clearingProblem(sync: VaultSync, problems: Problems): VaultSync {
  return {
    ...sync,
    async run(options) {
      const report = await sync.run(options);
      problems.clear('sync');
      return report;
    },
    async off() {
      await sync.off();
      problems.clear('sync');
    },
  };
}
