import { readFileSync } from 'node:fs';
import { keyIn, readSyncKey, writeSyncKey } from '../service/state/sync-key.js';
import { writeSyncToken } from '../service/state/sync-token.js';
import { HERE, isService, wholeAddress } from '../service/sync/remotes/addresses.js';
import { isKey, makeKey } from '../service/sync/remotes/encrypted/seal.js';
import { openFileStore } from '../service/sync/remotes/open-remote.js';
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
    if (file !== undefined) throw new UsageError('--token-file is for a Rappel service: https://host/');
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

/** Sees to it that the vault has the key of an encrypted remote; says where it is if it is new. */
export async function prepareKey(invocation: Invocation, root: string, remote: string): Promise<void> {
  const { terminal } = invocation;
  if (isService(remote) || remote === HERE)
    throw new UsageError('--encrypt is for a folder or a git repository: a service reads what it serves');
  const known = readSyncKey(root);
  const file = invocation.text('key-file');
  const given = file === undefined ? null : keyFrom(readSecret(file));
  if (given !== null && known !== null && given !== known)
    throw new RappelError('exists', 'this vault has another key already', {
      hint: 'Keep it if a remote needs it: move .rappel/sync-key away, then try again.',
    });
  if (given !== null) writeSyncKey(root, given);
  if (given !== null || known !== null) return;
  const isNew = (await openFileStore(remote, process.env).list()).length === 0;
  if (isNew) return showNewKey(invocation, root);
  const typed = terminal.interactive ? await ask(terminal.say`Key of ${remote}: `, { hidden: true }) : null;
  if (typed !== null) writeSyncKey(root, keyFrom(typed));
}

/** The only copy so far: whoever loses it can't read the remote any more. */
async function showNewKey({ terminal }: Invocation, root: string): Promise<void> {
  const { say, err } = terminal;
  const key = await makeKey();
  const file = writeSyncKey(root, key);
  err(say`The key of the encrypted remote, which every machine needs:`);
  err(key);
  err(
    say`Keep it in a password manager, or a copy of ${file}. Without it nobody can read the remote, you included.`,
  );
}

function keyFrom(text: string): string {
  const key = keyIn(text) ?? '';
  if (isKey(key)) return key;
  throw new RappelError('invalid_input', 'this is no key of an encrypted remote', {
    hint: 'It begins with AGE-SECRET-KEY-1 and is in .rappel/sync-key of the machine that set it up.',
  });
}

function readSecret(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw ioError(error, file);
  }
}
