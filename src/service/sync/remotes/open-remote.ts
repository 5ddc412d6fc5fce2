import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { RappelError } from '../../../shared/errors.js';
import { openFolderRemote } from './folder-remote.js';
import { openGitRemote } from './git-remote.js';
import type { Remote } from './remote.js';

/** Opens a remote by what a person calls it: a folder, or a repository by ssh or https. Throws `invalid_input`. */
export function openRemote(address: string, env: NodeJS.ProcessEnv): Remote {
  const folder = folderIn(address);
  if (folder !== null) return openFolderRemote(folder);
  if (/^(?:ssh|https):\/\/[^-/][^/]*\/./.test(address) || /^[\w.][\w.-]*@[\w.][\w.-]*:./.test(address))
    return openGitRemote(address, env);
  if (/^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])[:/]/.test(address)) return openGitRemote(address, env);
  throw new RappelError('invalid_input', `"${address}" is no place to sync with`, {
    hint: 'Name a folder, or a git repository: git@host:memory.git, ssh://host/memory.git or https://host/memory.git',
  });
}

/** As it is kept: a folder with its whole path, because the current directory changes. */
export function wholeAddress(address: string): string {
  return folderIn(address) ?? address;
}

function folderIn(address: string): string | null {
  if (address.startsWith('file://')) return fileURLToPath(address);
  if (address === '~' || address.startsWith('~/')) return join(homedir(), address.slice(1));
  if (isAbsolute(address) || /^\.{1,2}(?:[/\\]|$)/.test(address)) return resolve(address);
  return null;
}
