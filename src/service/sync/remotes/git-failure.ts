import { RappelError } from '../../../shared/errors.js';
import { shellQuoted } from '../../../shared/shell-quoted.js';

/** The address of a repository without names and passwords. */
export function addressWithoutUser(address: string): string {
  return address.replace(SECRET, '');
}

/** Why a repository on a git server can't be used, from what git or ssh say, and what to do about it. */
export function gitServerFailure(address: string, given: string): RappelError {
  const reason = shortened(given.replaceAll(ANY_SECRET, ''));
  const [, why] = CAUSES.find(([words]) => words.test(reason)) ?? [];
  const about = { remote: addressWithoutUser(address), address: shown(address) };
  if (why !== undefined) return new RappelError('io', why, about);
  return new RappelError('io', 'git.unreachable', { ...about, reason });
}

/** For branches that the server did not move, although it was reached; `reasons` as git lists them. */
export function refusedPush(address: string, reasons: readonly string[]): RappelError {
  // What is refused only together with another branch says nothing.
  const told = reasons.find((reason) => !reason.includes('atomic')) ?? reasons[0]!;
  const reason = told.replace(/^\[remote rejected\] \((.*)\)$/, '$1');
  return new RappelError('io', 'sync.refused', { remote: addressWithoutUser(address), reason });
}

/** What git and ssh say, and what it means. */
const CAUSES = [
  [/could not read (?:Username|Password)/, 'git.no_login'],
  [/Authentication failed|error: 40[13]|HTTP Basic: Access denied/, 'git.login_refused'],
  [/Permission denied/, 'git.ssh_key_refused'],
  [/Host key verification failed|REMOTE HOST IDENTIFICATION HAS CHANGED/, 'git.host_key'],
  [/not found$|not found\/?'?$|does not appear to be a git repository|does not exist/, 'git.no_repository'],
] as const;

/** Without the address, which the sentence names already, and without times: the same problem is logged once. */
function shortened(reason: string): string {
  return reason
    .replace(/^fatal: /, '')
    .replace(/^unable to access '[^']*': /, '')
    .replace(/ after \d+ ms(?=:)/, '');
}

/** A name before the host may be a token, except with ssh, where it belongs to the address. */
function shown(address: string): string {
  return shellQuoted(
    address.startsWith('ssh://') ? address.replace(PASSWORD, '') : addressWithoutUser(address),
  );
}

const SECRET = /(?<=\/\/)[^/@]*@/;
const ANY_SECRET = /(?<=\/\/)[^/@\s]*@/g;
const PASSWORD = /(?<=\/\/[^/@:]*):[^/@]*(?=@)/;
