import { readFileSync } from 'node:fs';
import { readSyncKey, syncKeyFile } from '../service/state/sync-key.js';
import { writeSyncToken } from '../service/state/sync-setting.js';
import { HERE, isService, wholeAddress } from '../service/sync/remotes/addresses.js';
import type { VaultSync } from '../service/sync/sync-vault.js';
import { ioError, RappelError } from '../shared/errors.js';
import { ask } from './ask.js';
import { type Invocation, UsageError } from './command.js';

/**
 * Another service may ask for its token: it comes from a file, the environment or the person, and is kept from then on.
 * Then does `work`, once more where the person gives it after a refusal.
 */
export async function withToken<Result>(
  { text, terminal }: Invocation,
  root: string,
  remote: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const file = text('token-file');
  if (!isService(remote)) {
    if (file !== undefined) throw new UsageError('usage.token_file');
    return work();
  }
  const keep = (token: string) => writeSyncToken(root, wholeAddress(remote), token);
  const given = file === undefined ? process.env.RAPPEL_SYNC_TOKEN : readSecret(file);
  if (given !== undefined && given !== '') keep(given.trim());
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof RappelError && error.code === 'protected') || !terminal.interactive) throw error;
    const token = await ask(terminal.say`Token of ${remote}: `, { hidden: true });
    if (token === null || token === '') throw error;
    keep(token);
    return work();
  }
}

/** Sees to it that the vault has the key of an encrypted remote; shows it if it is new. Returns the address to set up. */
export async function withKey(
  { text, terminal }: Invocation,
  root: string,
  given: string,
  prepare: VaultSync['prepare'],
): Promise<string> {
  if (isService(given) || given === HERE) throw new UsageError('usage.encrypt');
  const file = text('key-file');
  const keep = (key: string | null) => prepare(given, { token: null, isEncrypted: true, key });
  const { remote, madeKey } = await keep(file === undefined ? null : readSecret(file));
  if (madeKey !== null) showNewKey(terminal, root, madeKey);
  const isMissing = madeKey === null && readSyncKey(root) === null;
  const typed =
    isMissing && terminal.interactive ? await ask(terminal.say`Key of ${given}: `, { hidden: true }) : null;
  if (typed !== null) await keep(typed);
  return remote;
}

/** The only copy so far: whoever loses it can't read the remote any more. */
function showNewKey({ say, err }: Invocation['terminal'], root: string, key: string): void {
  err(say`The key of the encrypted remote, which every machine needs:`);
  err(key);
  err(
    say`Keep it in a password manager, or a copy of ${syncKeyFile(root)}. Without it nobody can read the remote, you included.`,
  );
}

function readSecret(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw ioError(error, file);
  }
}
