import { recordedPath, type VaultPath } from '../../vault/paths.js';
import type { Vault } from '../../vault/vault.js';
import { createHeld } from '../state/held.js';
import type { Queue } from './queue.js';

interface ReleaseDeps {
  vault: Vault;
  queue: Queue;
  erase?: (path: VaultPath, asking: string) => Promise<void>;
}

/** What an update holds is bound to its question; what the owner has decided about is released, or erased with every trace. */
export function createRelease({ vault, queue, erase }: ReleaseDeps) {
  const held = createHeld(vault.root);

  /** Once the update is recorded. May be interrupted and repeated. */
  async function settle(id: string): Promise<void> {
    const { inbox, decided } = queue.find(id);
    if (inbox !== null && held.has(id)) held.setItem(id, inbox);
    if (decided === undefined) return;
    if (!decided.isKept) await erase?.(recordedPath(`inbox/${decided.item}`), id);
    if (decided.held !== null) held.drop(decided.held);
  }

  return {
    settle,
    /** What a kill left undone. */
    async recover(): Promise<void> {
      const isLeft = (id: string | null | undefined) => id != null && held.has(id);
      for (const { id, inbox, decided } of queue.list())
        if (isLeft(decided?.held) || (inbox !== null && isLeft(id) && held.itemOf(id) === null))
          await settle(id);
    },
  };
}
