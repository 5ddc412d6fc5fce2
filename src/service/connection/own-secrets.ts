import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isReadOnly, RappelError } from '../../shared/errors.js';
import { readOrNull } from '../../shared/read-or-null.js';
import { keepsState, stateFolder } from '../../vault/state-folder.js';
import { writeDurably } from '../state/durable.js';

/** What lets somebody in: the token, named ones, browsers that logged in, assistants that signed in, and the keys of their sign-in. */
const SECRETS = ['token', 'tokens.json', 'token-uses.json', 'sessions.json', 'oauth.json', 'oauth-keys.json'];

/**
 * Removes every secret that was not made in this very folder: one that was copied here, unpacked from an archive or planted in a vault from
 * elsewhere would let its giver in. New ones are made when they are needed. Called before a service or a command uses any. True if some
 * were removed.
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
  const foreign = SECRETS.filter(
    (name) => statSync(join(state, name), { throwIfNoEntry: false }) !== undefined,
  );
  try {
    for (const name of foreign) rmSync(join(state, name), { recursive: true, force: true });
    // Last: if the process is killed before, it begins again.
    writeDurably(mark, `${identity}\n`);
  } catch (error) {
    if (foreign.length === 0) return false;
    throw new RappelError(
      'protected',
      `the access tokens in ${state} were not made here, and can't be replaced`,
      {
        hint: 'Make the folder writable, or remove them.',
        cause: error,
      },
    );
  }
  return foreign.length > 0;
}

/** When a folder was made, to the nanosecond, and its number: no copy has both, and nobody can know them before. */
function identityOf(folder: string): string {
  const { ino, birthtimeNs } = statSync(folder, { bigint: true });
  return `${ino} ${birthtimeNs}`;
}
