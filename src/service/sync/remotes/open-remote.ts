import { RappelError } from '../../../shared/errors.js';
import { readSyncToken } from '../../state/sync-token.js';
import { hubFolder } from '../hub-folder.js';
import { folderIn, HERE, isGit, isService } from './addresses.js';
import { openFolderRemote } from './folder-remote.js';
import { openGitRemote } from './git-remote.js';
import type { Remote } from './remote.js';
import { openServiceRemote } from './service-remote.js';

/**
 * Opens a remote of a vault by what a person calls it: a folder, a repository by ssh or https, another service, or `here`.
 * Throws `invalid_input`.
 */
export function openRemote(address: string, env: NodeJS.ProcessEnv, root: string): Remote {
  if (address === HERE) return { ...openFolderRemote(hubFolder(root)), name: HERE };
  const folder = folderIn(address);
  if (folder !== null) return openFolderRemote(folder);
  if (isService(address)) return openServiceRemote(address, readSyncToken(root, address));
  if (isGit(address)) return openGitRemote(address, env);
  throw new RappelError('invalid_input', `"${address}" is no place to sync with`, {
    hint: 'Name a folder, a git repository (git@host:memory.git, https://host/memory.git) or a Rappel service (https://host/)',
  });
}
