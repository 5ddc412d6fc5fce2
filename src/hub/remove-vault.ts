import { currentLease } from '../service/locks/lease.js';
import { readSyncSetting } from '../service/state/sync-setting.js';
import { createQueue } from '../service/updates/queue.js';
import { systemClock } from '../shared/clock.js';
import { RappelError } from '../shared/errors.js';
import { shellQuoted } from '../shared/shell-quoted.js';
import type { Message } from '../words/message.js';
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
    throw new RappelError('busy', 'hub.removal_unsure', { vault: name });
  const remote = database === null ? null : await removeRemote(name, database);
  if (root === null && remote === null)
    throw new RappelError('not_found', 'hub.no_vault_here', {
      vault: name,
      folder: shellQuoted(folders.folder),
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
  const failure = (problem: Message) => new RappelError('busy', 'hub.not_removed', { problem });
  const ask = createAsk(pool, { databaseUrl: url, longestMs: LONGEST_MS, failure });
  await migrateOr(pool, url, ({ says }) => failure(says));
  const [row] = await ask<{ remote: string }>(
    'UPDATE rappel.remotes SET removed = true WHERE name = $1 AND NOT removed RETURNING remote',
    [name],
  );
  return row?.remote ?? null;
}
