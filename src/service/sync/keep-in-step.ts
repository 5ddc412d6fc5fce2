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
  /** False while the vault is out of reach: then nothing is gone. */
  isThere(): boolean;
  /** True in the middle of changes that belong together. */
  isBusy(): boolean;
  /** Does more with each sync. */
  around?(sync: VaultSync): VaultSync;
}

/** Keeps a vault in step with its other copies for as long as a service runs: on other machines, and those of other programs. */
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

/** A sync that a person asked for, and that succeeds, ends the problem of an earlier one. */
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
