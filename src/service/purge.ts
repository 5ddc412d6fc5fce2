import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { SearchEngine } from '../search/engine.js';
import { refuseRoot } from '../tools/guards.js';
import { showPath, type VaultPath } from '../vault/paths.js';
import type { Place } from '../vault/resolve.js';
import { stateFolder } from '../vault/state-folder.js';
import { writeTreeFile } from '../vault/tree-file.js';
import type { Vault } from '../vault/vault.js';
import { openHistory } from './create-service.js';
import { createIndexChanges } from './index-changes.js';
import { namesPath, purgeQuestions } from './questions/question-files.js';
import { createQueue } from './queue.js';

/** Removes every trace of a file or folder: a pasted secret. What is left is a vault that never had it. */
export async function purgePath(
  vault: Vault,
  engine: SearchEngine,
  place: Place,
): Promise<{ updates: number }> {
  refuseRoot(vault, place, 'purged');
  if (place.kind !== 'missing') rmSync(place.entry, { recursive: true });
  purgeTrash(vault, place.path);
  const updates = purgeQueue(vault, place.path);
  purgeQuestions(vault.root, place.path);
  await (await openHistory(vault)).purge(place.path);
  await createIndexChanges(vault, engine).refresh([place.path]);
  writeTreeFile(vault);
  return { updates };
}

function purgeTrash(vault: Vault, path: VaultPath): void {
  const trash = join(stateFolder(vault.root), 'trash');
  if (!existsSync(trash)) return;
  for (const batch of readdirSync(trash))
    rmSync(join(trash, batch, ...path.split('/')), { recursive: true, force: true });
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
  for (const { id } of queue.list())
    if (namesPath(JSON.stringify(queue.run(id)), path)) queue.keepRun(id, []);
  return hit.length;
}
