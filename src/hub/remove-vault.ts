import { currentLease } from '../service/locks/lease.js';
import { readSyncSetting } from '../service/state/sync-setting.js';
import { createQueue } from '../service/updates/queue.js';
import { systemClock } from '../shared/clock.js';
import { RappelError } from '../shared/errors.js';
import { shellQuoted } from '../shared/shell-quoted.js';
import { createAsk } from './database/ask.js';
import { migrateOr } from './database/migrate.js';
import type { SqlPool } from './database/sql.js';
import { isUnsent } from './remotes/unsent.js';
import type { VaultFolders } from './vault-folders.js';

const LONGEST_MS = 10_000;

export interface RemovedVault {
  /** Its folder, which stays; null if this node has no copy. */
  root: string | null;
  /** Null for a vault of this node alone. */
  remote: string | null;
  /** Updates in the folder that are not filed. */
  waiting: number;
}

/**
 * Takes a vault out of a hub. Nothing is deleted: running nodes stop serving it within seconds, and `add` takes it back. Throws
 * `not_found` or `busy`.
 */
export async function removeVault(
  folders: VaultFolders,
  name: string,
  database: { pool: SqlPool; url: string } | null,
): Promise<RemovedVault> {
  const root = folders.find(name);
  if (database === null && root !== null && isShared(root))
    throw new RappelError(
      'busy',
      `"${name}" is in use and synced, so nodes may share it, but DATABASE_URL is not set: no vault was removed`,
      { hint: 'Set DATABASE_URL as on the nodes and try again. If the hub has no database, stop it first.' },
    );
  const remote = database === null ? null : await removeRemote(name, database);
  if (root === null && remote === null)
    throw new RappelError('not_found', `there is no vault "${name}" in this hub`, {
      hint: `See its vaults with: rappel hub status ${shellQuoted(folders.folder)}. Those of other nodes need DATABASE_URL.`,
    });
  if (root === null) return { root, remote, waiting: 0 };
  const waiting = createQueue({ root, clock: systemClock }).waiting().length;
  // A node closes the copy and sends its last changes first.
  const isInUse = remote !== null && (currentLease(root) !== null || isUnsent(root));
  if (!isInUse) folders.remove(name, { isCopy: remote !== null });
  return { root, remote, waiting };
}

/** Only the database knows which vaults nodes share; a mark in this folder would not stop them. */
function isShared(root: string): boolean {
  return readSyncSetting(root) !== null && (currentLease(root) !== null || isUnsent(root));
}

/** Null for a vault that nodes do not share through a remote. */
async function removeRemote(
  name: string,
  { pool, url }: { pool: SqlPool; url: string },
): Promise<string | null> {
  const failure = (problem: string, hint: string) =>
    new RappelError('busy', `${problem}, so no vault was removed`, { hint });
  const ask = createAsk(pool, { databaseUrl: url, longestMs: LONGEST_MS, failure });
  await migrateOr(pool, url, ({ message, hint }) => failure(message, hint));
  const [row] = await ask<{ remote: string }>(
    'UPDATE rappel.remotes SET removed = true WHERE name = $1 AND NOT removed RETURNING remote',
    [name],
  );
  return row?.remote ?? null;
}
