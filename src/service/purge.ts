import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { SearchEngine } from '../search/engine.js';
import { refuseRoot } from '../tools/guards.js';
import { showPath, type VaultPath } from '../vault/paths.js';
import type { Place } from '../vault/resolve.js';
import { writeTreeFile } from '../vault/tree-file.js';
import type { Vault } from '../vault/vault.js';
import { openHistory } from './history/open-history.js';
import { createIndexChanges } from './index-changes.js';
import { namesPath, purgeQuestions } from './questions/question-files.js';
import { createQueue } from './queue.js';
import { batchesIn, trashFolder } from './trash.js';

export interface PurgeReport {
  /** False where there was nothing of that name anywhere: probably a slip of the pen. */
  found: boolean;
  /** How many updates went with it. */
  updates: number;
}

/** Removes every trace of a file or folder: a pasted secret. What is left is a vault that never had it. */
export async function purgePath(vault: Vault, engine: SearchEngine, place: Place): Promise<PurgeReport> {
  refuseRoot(vault, place, 'purged');
  const history = await openHistory(vault);
  const wasKnown = (await history.list({ path: place.path, limit: 1 })).length > 0;
  if (place.kind !== 'missing') rmSync(place.entry, { recursive: true });
  const wasInTrash = purgeTrash(vault, place.path);
  const updates = purgeQueue(vault, place.path);
  purgeQuestions(vault.root, place.path);
  await history.purge(place.path);
  await createIndexChanges(vault, engine).refresh([place.path]);
  writeTreeFile(vault);
  return { found: place.kind !== 'missing' || wasKnown || wasInTrash || updates > 0, updates };
}

function purgeTrash(vault: Vault, path: VaultPath): boolean {
  const kept = batchesIn(vault.root)
    .map((batch) => join(trashFolder(vault.root), batch, ...path.split('/')))
    .filter((file) => existsSync(file));
  for (const file of kept) rmSync(file, { recursive: true, force: true });
  return kept.length > 0;
}

/** The input of an update that touched the path holds what is to be forgotten. */
function purgeQueue(vault: Vault, path: VaultPath): number {
  const queue = createQueue(vault);
  const shown = showPath(path);
  const hit = queue
    .list()
    .filter(({ files }) => files.some((file) => file === shown || file.startsWith(`${shown}/`)));
  for (const { id } of hit) queue.forget(id);
  // The others stay; what was thought about the file in their runs does not.
  for (const { id } of queue.list()) if (namesPath(JSON.stringify(queue.run(id)), path)) queue.forgetRun(id);
  return hit.length;
}
