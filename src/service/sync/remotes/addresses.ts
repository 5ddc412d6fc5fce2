import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What a person calls the service of this vault, as the place where its machines meet. */
export const HERE = 'here';

const LOOPBACK = /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?=[:/]|$)/;

/** Before the address of a folder or a git repository that sees only encrypted files. */
export const ENCRYPTED_PREFIX = 'encrypted:';

/** As it is kept: a folder with its whole path, because the current directory changes. */
export function wholeAddress(address: string): string {
  if (address.startsWith(ENCRYPTED_PREFIX))
    return ENCRYPTED_PREFIX + wholeAddress(address.slice(ENCRYPTED_PREFIX.length));
  if (isService(address)) return address.replace(/\/?$/, '/');
  return folderIn(address) ?? address;
}

/** A service has no path, or one that ends with a slash; a git repository has a name at the end. */
export function isService(address: string): boolean {
  if (!isWeb(address) || !URL.canParse(address)) return false;
  const { pathname, search, hash, username, password } = new URL(address);
  return pathname.endsWith('/') && `${search}${hash}${username}${password}` === '';
}

/** By https, or unencrypted to this machine alone: a token goes with each request. */
function isWeb(address: string): boolean {
  return /^https:\/\/[^-/]/.test(address) || LOOPBACK.test(address);
}

export function isGit(address: string): boolean {
  if (/^ssh:\/\/[^-/][^/]*\/./.test(address) || /^[\w.][\w.-]*@[\w.][\w.-]*:./.test(address)) return true;
  return isWeb(address) && !isService(address);
}

export function folderIn(address: string): string | null {
  if (address.startsWith('file://')) return fileURLToPath(address);
  if (address === '~' || address.startsWith('~/')) return join(homedir(), address.slice(1));
  if (isAbsolute(address) || /^\.{1,2}(?:[/\\]|$)/.test(address)) return resolve(address);
  return null;
}
