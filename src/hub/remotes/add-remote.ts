import { join } from 'node:path';
import { currentLease } from '../../service/locks/lease.js';
import { readSyncSetting } from '../../service/state/sync-setting.js';
import { folderIn, isGit, wholeAddress } from '../../service/sync/remotes/addresses.js';
import { addressWithoutUser } from '../../service/sync/remotes/git-failure.js';
import { openRemote } from '../../service/sync/remotes/open-remote.js';
import { createVaultSync } from '../../service/sync/sync-vault.js';
import { systemClock } from '../../shared/clock.js';
import { RappelError } from '../../shared/errors.js';
import { shellQuoted } from '../../shared/shell-quoted.js';
import { createVault } from '../../vault/vault.js';
import type { Language } from '../../words/language.js';
import type { Message } from '../../words/message.js';
import { createAsk } from '../database/ask.js';
import { migrateOr } from '../database/migrate.js';
import type { SqlPool } from '../database/sql.js';
import type { VaultFolders } from '../vault-folders.js';

const LONGEST_MS = 10_000;

interface AddRemoteOptions {
  name: string;
  remote: string;
  language: Language;
  env: NodeJS.ProcessEnv;
  pool: SqlPool;
  databaseUrl: string;
}

/**
 * Makes a vault, or takes one of the folder, and registers its remote: every node of the database then makes a copy and serves it. A vault
 * that was removed with this remote is taken back. Throws `invalid_input` for a remote that not every node can use.
 */
export async function addRemote(
  folders: VaultFolders,
  { name, remote, language, env, pool, databaseUrl }: AddRemoteOptions,
): Promise<{ root: string; remote: string }> {
  const address = checkedAddress(remote);
  const failure = (problem: Message) => new RappelError('busy', 'hub.not_added', { problem });
  const ask = createAsk(pool, { databaseUrl, longestMs: LONGEST_MS, failure });
  await migrateOr(pool, databaseUrl, ({ says }) => failure(says));
  const [taken] = await ask<{ remote: string }>(
    'SELECT remote FROM rappel.remotes WHERE name = $1 AND NOT removed',
    [name],
  );
  if (taken !== undefined)
    throw new RappelError('exists', 'hub.remote_taken', { vault: name, remote: taken.remote });
  const [back] = await ask(
    'UPDATE rappel.remotes SET removed = false WHERE name = $1 AND remote = $2 AND removed RETURNING vault',
    [name, address],
  );
  if (back !== undefined) {
    folders.restore(name);
    return { root: join(folders.folder, name), remote: address };
  }
  // Before anything is made: a vault that is left behind would be served without its remote.
  await openRemote(address, env, folders.folder).head();
  const root = folders.find(name) ?? (await folders.add(name, language)).root;
  if (currentLease(root) !== null) throw new RappelError('busy', 'hub.vault_in_service', { vault: name });
  const vault = createVault({ root, clock: systemClock });
  const sync = createVaultSync({ vault, env, language, afterChanges: async () => null });
  if ((await sync.preview(address)).is_meeting)
    throw new RappelError('exists', 'hub.both_have_files', {
      vault: name,
      remote,
      remote_shell: shellQuoted(remote),
      folder: shellQuoted(root),
    });
  await sync.setUp(address, null);
  await sync.run();
  await ask('INSERT INTO rappel.remotes (vault, name, remote, machine) VALUES ($1, $2, $3, $4)', [
    folders.idOf(name),
    name,
    address,
    readSyncSetting(root)!.machine.id,
  ]);
  return { root, remote: address };
}

/** A folder or a git repository: each node uses the keys of its own user, so the database holds no secret. */
function checkedAddress(given: string): string {
  const isRepository = isGit(given) && !/\/\/[^/]*:[^/]*@/.test(given);
  if (folderIn(given) !== null || isRepository) return wholeAddress(given);
  throw new RappelError('invalid_input', 'hub.bad_remote', { remote: addressWithoutUser(given) });
}
