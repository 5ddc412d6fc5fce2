import { RappelError } from '../../../shared/errors.js';
import { readSyncKey } from '../../state/sync-key.js';
import { readSyncToken } from '../../state/sync-token.js';
import { sharedFolder } from '../shared-folder.js';
import { ENCRYPTED_PREFIX, folderIn, HERE, isGit, isService } from './addresses.js';
import { openEncryptedRemote } from './encrypted/encrypted-remote.js';
import type { FileStore } from './encrypted/file-store.js';
import { openFolderFiles } from './encrypted/folder-files.js';
import { openGitFiles } from './encrypted/git-files.js';
import { createSeal } from './encrypted/seal.js';
import { openFolderRemote } from './folder-remote.js';
import { openGitRemote } from './git-remote.js';
import type { ServerLimits } from './git-server.js';
import { needsKey } from './needs-key.js';
import type { Remote } from './remote.js';
import { openServiceRemote } from './service-remote.js';

/**
 * Opens a remote of a vault by what a person calls it: a folder, a repository by ssh or https, another service, or `here`.
 * Throws `invalid_input`.
 */
export function openRemote(
  address: string,
  env: NodeJS.ProcessEnv,
  root: string,
  limits?: ServerLimits,
): Remote {
  if (address.startsWith(ENCRYPTED_PREFIX))
    return openEncrypted(openFileStore(address.slice(ENCRYPTED_PREFIX.length), env, limits), root);
  if (address === HERE) return { ...openFolderRemote(sharedFolder(root)), name: HERE };
  const folder = folderIn(address);
  if (folder !== null) return openFolderRemote(folder);
  if (isService(address)) return openServiceRemote(address, readSyncToken(root, address), limits);
  if (isGit(address)) return openGitRemote(address, env, limits);
  throw noPlace(address);
}

/** The same with the key of the vault. */
function openEncrypted(store: FileStore, root: string): Remote {
  const key = readSyncKey(root);
  if (key === null) throw needsKey(store.name);
  return openEncryptedRemote(store, createSeal(key, store.name));
}

/** Where a remote keeps its files that is to be encrypted. Throws `invalid_input`. */
export function openFileStore(address: string, env: NodeJS.ProcessEnv, limits?: ServerLimits): FileStore {
  const folder = folderIn(address);
  if (folder !== null) return openFolderFiles(folder);
  if (isGit(address)) return openGitFiles(address, env, limits);
  throw noPlace(address);
}

function noPlace(address: string): RappelError {
  return new RappelError('invalid_input', `"${address}" is no place to sync with`, {
    hint: 'Name a folder, a git repository (git@host:memory.git, https://host/memory.git) or a Rappel service (https://host/)',
  });
}
