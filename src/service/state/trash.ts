import { mkdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { namesIn } from '../../shared/read-or-null.js';
import type { Bytes } from '../../vault/files.js';
import type { VaultPath } from '../../vault/paths.js';
import { stateFolder, trashAddress } from '../../vault/state-folder.js';
import { trashBatch, type Vault } from '../../vault/vault.js';
import { writeDurably } from './durable.js';

/** Puts a version of a file that has no place in the vault into the trash. */
export function keepInTrash(vault: Vault, path: VaultPath, bytes: Bytes): void {
  const target = trashAddress(vault.root, trashBatch(vault.clock.now()), path);
  mkdirSync(dirname(target), { recursive: true });
  writeDurably(target, bytes);
}

/** Removes what has been in the trash for longer than `days`. Returns how many batches. */
export function pruneTrash(root: string, days: number, now: Date): number {
  const oldest = now.getTime() - days * 24 * 60 * 60_000;
  let gone = 0;
  for (const name of batchesIn(root)) {
    const batch = join(trashFolder(root), name);
    // The time of deletion; the files in it keep their own times.
    if ((statSync(batch, { throwIfNoEntry: false })?.mtimeMs ?? oldest) >= oldest) continue;
    rmSync(batch, { recursive: true, force: true });
    gone++;
  }
  return gone;
}

export function batchesIn(root: string): string[] {
  return namesIn(trashFolder(root));
}

export function trashFolder(root: string): string {
  return join(stateFolder(root), 'trash');
}
