import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isReadOnly, RappelError } from '../../shared/errors.js';
import { readOrNull } from '../../shared/read-or-null.js';
import type { Database } from '../../shared/sqlite.js';
import { changeState, readState } from '../../vault/state-database.js';
import { keepsState, stateFolder } from '../../vault/state-folder.js';
import { SECRET_TABLES } from '../../vault/state-tables.js';
import { writeDurably } from '../state/durable.js';

/**
 * Removes what lets somebody in and was not made in this very folder: the token, named ones, browsers that logged in, assistants that
 * signed in, and the keys of their sign-in. Those that were copied here, unpacked from an archive or planted in a vault from elsewhere would
 * let their giver in. New ones are made when they are needed. Called before a service or a command uses any. True if some were removed.
 */
export function claimSecrets(root: string): boolean {
  const state = join(root, '.rappel');
  try {
    stateFolder(root);
  } catch (error) {
    // A read-only disk.
    if (!keepsState(root)) return false;
    if (!isReadOnly(error)) throw error;
  }
  const mark = join(state, 'secrets-of');
  const identity = identityOf(state);
  if (readOrNull(mark)?.trim() === identity) return false;
  const token = join(state, 'token');
  const hasToken = statSync(token, { throwIfNoEntry: false }) !== undefined;
  const foreign = readState(root, [], tablesWithSecrets);
  try {
    rmSync(token, { recursive: true, force: true });
    if (foreign.length > 0)
      changeState(root, (database) => {
        for (const table of foreign) database.exec(`DELETE FROM ${table}`);
      });
    // Last: if the process is killed before, it begins again.
    writeDurably(mark, `${identity}\n`);
  } catch (error) {
    if (!hasToken && foreign.length === 0) return false;
    throw new RappelError('protected', 'token.copied', { folder: state, cause: error });
  }
  return hasToken || foreign.length > 0;
}

function tablesWithSecrets(database: Database): string[] {
  return SECRET_TABLES.filter(
    (table) => database.prepare(`SELECT 1 FROM ${table} LIMIT 1`).get() !== undefined,
  );
}

/** When a folder was made, to the nanosecond, and its number: no copy has both, and nobody can know them before. */
function identityOf(folder: string): string {
  const { ino, birthtimeNs } = statSync(folder, { bigint: true });
  return `${ino} ${birthtimeNs}`;
}
