import { RappelError } from '../../../shared/errors.js';
import { readSyncKey } from '../../state/sync-key.js';
import { readSyncToken } from '../../state/sync-setting.js';
import { sharedFolder } from '../shared-folder.js';
import { ENCRYPTED_PREFIX, folderIn, HERE, isGit, isService } from './addresses.js';
import { openEncryptedRemote } from './encrypted/encrypted-remote.js';
import type { FileStore } from './encrypted/file-store.js';
import { openFolderFiles } from './encrypted/folder-files.js';
import { openGitFiles } from './encrypted/git-files.js';
import { createSeal } from './encrypted/seal.js';
import { openFolderRemote } from './folder-remote.js';
import { openGitRemote } from './git-remote.js';
import { needsKey } from './needs-key.js';
import { LONGEST_ANSWER_MS, LONGEST_EXCHANGE_MS, type Remote, type RemoteLimits } from './remote.js';
import { openServiceRemote } from './service-remote.js';

/**
 * Opens a remote of a vault by what a person calls it: a folder, a repository by ssh or https, another service, or `here`. Whatever the remote
 * sends, or does not, each call ends in time. Throws `invalid_input`.
 */
export function openRemote(
  address: string,
  env: NodeJS.ProcessEnv,
  root: string,
  limits?: RemoteLimits,
): Remote {
  return inTime(open(address, env, root, limits), limits);
}

function open(
  address: string,
  env: NodeJS.ProcessEnv,
  root: string,
  limits: RemoteLimits | undefined,
): Remote {
  if (address.startsWith(ENCRYPTED_PREFIX))
    return openEncrypted(openFileStore(address.slice(ENCRYPTED_PREFIX.length), env, limits), root);
  if (address === HERE) return { ...openFolderRemote(sharedFolder(root), limits), name: HERE };
  const folder = folderIn(address);
  if (folder !== null) return openFolderRemote(folder, limits);
  if (isService(address)) return openServiceRemote(address, readSyncToken(root, address), limits);
  if (isGit(address)) return openGitRemote(address, env, limits);
  throw noPlace(address);
}

/** What a remote still does after that is not waited for. */
function inTime(
  remote: Remote,
  { answerWithinMs = LONGEST_ANSWER_MS, exchangeWithinMs = LONGEST_EXCHANGE_MS, signal }: RemoteLimits = {},
): Remote {
  function within<Result>(ms: number, work: () => Promise<Result>): Promise<Result> {
    signal?.throwIfAborted();
    return new Promise((resolve, reject) => {
      const stop = () => reject(signal!.reason);
      const timer = setTimeout(() => reject(outOfReach(remote.name)), ms);
      signal?.addEventListener('abort', stop);
      work()
        .then(resolve, reject)
        .finally(() => {
          clearTimeout(timer);
          signal?.removeEventListener('abort', stop);
        });
    });
  }
  return {
    name: remote.name,
    askEveryMs: remote.askEveryMs,
    // One that may answer later was asked to wait.
    head: (waiting) => within(answerWithinMs * (waiting ? 2 : 1), () => remote.head(waiting)),
    machines: () => within(exchangeWithinMs, () => remote.machines()),
    fetch: (...given) => within(exchangeWithinMs, () => remote.fetch(...given)),
    push: (request) => within(exchangeWithinMs, () => remote.push(request)),
    report: (machine) => within(exchangeWithinMs, () => remote.report(machine)),
  };
}

function outOfReach(name: string): RappelError {
  return new RappelError('io', 'sync.no_answer', { remote: name });
}

/** The same with the key of the vault. */
function openEncrypted(store: FileStore, root: string): Remote {
  const key = readSyncKey(root);
  if (key === null) throw needsKey(store.name);
  return openEncryptedRemote(store, createSeal(key, store.name));
}

/** Where a remote keeps its files that is to be encrypted. Throws `invalid_input`. */
export function openFileStore(address: string, env: NodeJS.ProcessEnv, limits?: RemoteLimits): FileStore {
  const folder = folderIn(address);
  if (folder !== null) return openFolderFiles(folder);
  if (isGit(address)) return openGitFiles(address, env, limits);
  throw noPlace(address);
}

function noPlace(address: string): RappelError {
  return new RappelError('invalid_input', 'sync.no_place', { address });
}
