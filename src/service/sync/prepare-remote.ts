import { RappelError } from '../../shared/errors.js';
import { keyIn, readSyncKey, writeSyncKey } from '../state/sync-key.js';
import { writeSyncToken } from '../state/sync-setting.js';
import { ENCRYPTED_PREFIX, HERE, isService, wholeAddress } from './remotes/addresses.js';
import { isKey, makeKey } from './remotes/encrypted/seal.js';
import { openFileStore } from './remotes/open-remote.js';

export interface RemoteSecrets {
  /** Of the service to sync with; null where none is given. */
  token: string | null;
  isEncrypted: boolean;
  /** Of an encrypted remote; null where none is given. */
  key: string | null;
}

export interface PreparedRemote {
  /** As it is set up. */
  remote: string;
  /** A key that was just made: the only copy so far. */
  madeKey: string | null;
}

/** Keeps what a remote needs before it can be asked. Throws `invalid_input` for what is no key. */
export async function prepareRemote(
  root: string,
  env: NodeJS.ProcessEnv,
  given: string,
  { token, isEncrypted, key }: RemoteSecrets,
): Promise<PreparedRemote> {
  if (token !== null && isService(given)) writeSyncToken(root, wholeAddress(given), token);
  if (!isEncrypted) return { remote: given, madeKey: null };
  if (isService(given) || given === HERE)
    throw new RappelError('invalid_input', 'sync.service_not_encrypted');
  return { remote: `${ENCRYPTED_PREFIX}${given}`, madeKey: await prepareKey(root, env, given, key) };
}

/** Keeps the key that was given, or makes one for an empty remote, and returns it then. */
async function prepareKey(
  root: string,
  env: NodeJS.ProcessEnv,
  remote: string,
  text: string | null,
): Promise<string | null> {
  const known = readSyncKey(root);
  const given = text === null ? null : checkedKey(text);
  if (given !== null && known !== null && given !== known) throw new RappelError('exists', 'sync.other_key');
  if (given !== null) writeSyncKey(root, given);
  if (given !== null || known !== null) return null;
  const isNew = (await openFileStore(wholeAddress(remote), env).list()).length === 0;
  if (!isNew) return null;
  const made = await makeKey();
  writeSyncKey(root, made);
  return made;
}

function checkedKey(text: string): string {
  const key = keyIn(text) ?? '';
  if (isKey(key)) return key;
  throw new RappelError('invalid_input', 'sync.no_key');
}
