import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { unlearn } from '../../agents/clerk/routing/lessons.js';
import { indexesOfWalls } from '../../search/cache-folder.js';
import type { SearchEngine } from '../../search/engine.js';
import { RappelError } from '../../shared/errors.js';
import { refuseRoot } from '../../tools/guards.js';
import { isAtOrBelow, recordedPath, showPath, type VaultPath } from '../../vault/paths.js';
import type { Place } from '../../vault/resolve.js';
import { removeDamagedStates } from '../../vault/state-database.js';
import { writeTreeFile } from '../../vault/tree-file.js';
import type { Vault } from '../../vault/vault.js';
import { purgeDismissed } from '../health/dismissed.js';
import { openHistory } from '../history/open-history.js';
import { createIndexChanges } from '../job/index-changes.js';
import { withLock } from '../locks/lock.js';
import { createStoredQuestions } from '../questions/stored-questions.js';
import { purgeReceipts } from '../receipts/stored-receipts.js';
import { createHeld } from '../state/held.js';
import { namesPath } from '../state/stored-fields.js';
import { batchesIn, trashFolder } from '../state/trash.js';
import { createQueue } from '../updates/queue.js';
import { isFiled } from '../updates/update-status.js';
import { collectSecrets, placesOfSecrets, type Secrets } from './purge-check.js';

interface PurgeReport {
  /** False if nothing ever had that name: probably a typo. */
  found: boolean;
  /** How many updates were removed with it. */
  updates: number;
  /** The names that its files had before or after. */
  otherNames: string[];
  /** Where the same content still is: copies, and what can't be removed without the user's consent. */
  left: string[];
}

/**
 * Removes every trace of a file or folder, for example a pasted secret: the vault looks as if it never had it.
 * Follows files through their renames, and searches for their content at the end.
 */
export async function purgePath(
  vault: Vault,
  engine: SearchEngine,
  { path }: Pick<Place, 'path'>,
): Promise<PurgeReport> {
  // An update that runs would write, or record, what it has read of the file.
  return withLock(vault.root, 'updates', () => purge(vault, engine, vault.locate(path)));
}

/** The same for a caller that holds the lock of the queue, from within the update `asking`, which stays known. */
export async function erasePath(
  vault: Vault,
  engine: SearchEngine,
  path: VaultPath,
  asking: string,
): Promise<void> {
  await purge(vault, engine, vault.locate(path), asking);
}

async function purge(
  vault: Vault,
  engine: SearchEngine,
  place: Place,
  asking: string | null = null,
): Promise<PurgeReport> {
  refuseRoot(vault, place, 'purged');
  const history = await openHistory(vault);
  const { otherNames, movedTo, versions } = await history.lineage(place.path);
  if (place.kind === 'missing' && movedTo.length > 0) throw moved(place, movedTo);
  const secrets = await collectSecrets(vault, history, place, versions);
  const names = [place.path, ...otherNames];
  const wasThere = place.kind !== 'missing';
  if (wasThere) rmSync(place.entry, { recursive: true });
  const wasInTrash = purgeTrash(vault, place.path, secrets);
  const updates = purgeQueue(vault, names, secrets, asking);
  const wasHeld = await purgeHeld(vault, engine, names, secrets);
  purgeAnswers(vault, names, secrets);
  // They are built again when they are needed.
  rmSync(indexesOfWalls(vault.root, process.env), { recursive: true, force: true });
  removeDamagedStates(vault.root);
  await history.purge(place.path);
  await createIndexChanges(vault, engine).refresh([place.path]);
  writeTreeFile(vault);
  return {
    found: wasThere || versions.length > 0 || wasInTrash || wasHeld || updates > 0,
    updates,
    otherNames: otherNames.map((name) => showPath(name)),
    left: await placesOfSecrets(vault, history, secrets),
  };
}

/** What was asked and answered about it, here or behind a wall. */
function purgeAnswers({ root }: Vault, names: readonly VaultPath[], secrets: Secrets): void {
  const isHit = (json: string) =>
    names.some((name) => namesPath(json, name)) || secrets.isIn(Buffer.from(json));
  createStoredQuestions(root).purge(isHit);
  purgeReceipts(root, isHit);
  for (const name of names) purgeDismissed(root, name);
}

/** Trash of this path, and of other paths with the same content. */
function purgeTrash(vault: Vault, path: VaultPath, secrets: Secrets): boolean {
  const here = batchesIn(vault.root)
    .map((batch) => join(trashFolder(vault.root), batch, ...path.split('/')))
    .filter((file) => existsSync(file));
  for (const file of here) rmSync(file, { recursive: true, force: true });
  const copies = secrets.filesIn(trashFolder(vault.root));
  for (const file of copies) rmSync(file, { force: true });
  return here.length + copies.length > 0;
}

/** What is held of it, and its question, wherever that is; also of what holds the same secret. */
async function purgeHeld(
  vault: Vault,
  engine: SearchEngine,
  names: readonly VaultPath[],
  secrets: Secrets,
): Promise<boolean> {
  const held = createHeld(vault.root);
  const items = new Set<VaultPath>();
  for (const id of held.ids()) {
    const item = held.itemOf(id);
    const question = item === null ? null : recordedPath(`inbox/${item}`);
    const isNamed = question !== null && names.some((name) => isAtOrBelow(question, name));
    const text = held.read(id);
    if (!isNamed && !(text !== null && secrets.isIn(Buffer.from(JSON.stringify(text))))) continue;
    held.drop(id);
    if (question !== null && !isNamed) items.add(question);
  }
  for (const item of items) await purge(vault, engine, vault.locate(item));
  return items.size > 0;
}

/**
 * Also removes the input of an update that touched the path or contains its content. An update that is not filed
 * yet stays: it is the user's only copy, and the report names it.
 */
function purgeQueue(
  vault: Vault,
  names: readonly VaultPath[],
  secrets: Secrets,
  asking: string | null,
): number {
  const queue = createQueue(vault);
  const touches = (file: string) => names.some((name) => isAtOrBelow(file, showPath(name)));
  const hit = queue
    .list()
    .filter(
      ({ id, state, files }) =>
        id !== asking && (files.some(touches) || (isFiled(state) && queue.holds(id, secrets.isIn))),
    );
  for (const { id } of hit) queue.forget(id);
  // A lesson holds words of its input. Where the input has left the queue, nothing tells whether it was this one.
  const known = new Set(queue.list().map(({ id }) => id));
  unlearn(vault, (id) => !known.has(id));
  // The others stay, but not the thoughts about the file in their runs.
  for (const { id } of queue.list()) {
    const run = JSON.stringify(queue.run(id));
    if (names.some((name) => namesPath(run, name)) || secrets.isIn(Buffer.from(run))) queue.forgetRun(id);
  }
  return hit.length;
}

function moved(place: Place, movedTo: readonly VaultPath[]): RappelError {
  const [first] = movedTo;
  return new RappelError('not_found', 'purge.moved', {
    files: movedTo.map((path) => showPath(path)).join(', '),
    file: showPath(first!),
    path: place.shown,
  });
}
