import { RappelError } from '../../../shared/errors.js';
import { shellQuoted } from '../../../shared/shell-quoted.js';

/** The address of a repository without names and passwords. */
export function addressWithoutUser(address: string): string {
  return address.replace(SECRET, '');
}

/** Why a repository on a git server can't be used, from what git or ssh say, and what to do about it. */
export function gitServerFailure(address: string, given: string): RappelError {
  const reason = shortened(given.replaceAll(ANY_SECRET, ''));
  const name = addressWithoutUser(address);
  const [, problem, hint] = CAUSES.find(([words]) => words.test(reason)) ?? OUT_OF_REACH;
  return new RappelError('io', problem(name, reason), { hint: hint(shown(address)) });
}

/** For branches that the server did not move, although it was reached; `reasons` as git lists them. */
export function refusedPush(address: string, reasons: readonly string[]): RappelError {
  // What is refused only together with another branch says nothing.
  const told = reasons.find((reason) => !reason.includes('atomic')) ?? reasons[0]!;
  const reason = told.replace(/^\[remote rejected\] \((.*)\)$/, '$1');
  return new RappelError('io', `${addressWithoutUser(address)} refused the changes: ${reason}`, {
    hint: 'Allow the user of Rappel to push to every branch there, also without a fast-forward.',
  });
}

/** A pattern of what git and ssh say, and the sentences for it. */
type Cause = [
  words: RegExp,
  problem: (name: string, reason: string) => string,
  hint: (address: string) => string,
];

const CAUSES: Cause[] = [
  [
    /could not read (?:Username|Password)/,
    (name) => `git has no user and password for ${name}`,
    (address) => `Store them with git as the user who runs Rappel, then try: git ls-remote ${address}`,
  ],
  [
    /Authentication failed|error: 40[13]|HTTP Basic: Access denied/,
    (name) => `${name} refused the user or the password that git has for it`,
    (address) => `Correct them in git as the user who runs Rappel, then try: git ls-remote ${address}`,
  ],
  [
    /Permission denied/,
    (name) => `${name} refused the ssh key of the user who runs Rappel`,
    (address) => `Add the public key of this user there, then try: git ls-remote ${address}`,
  ],
  [
    /Host key verification failed|REMOTE HOST IDENTIFICATION HAS CHANGED/,
    (name) => `ssh does not know the host key of ${name}, or it has changed`,
    (address) => `Connect once as the user who runs Rappel, and compare the key: git ls-remote ${address}`,
  ],
  [
    /not found$|not found\/?'?$|does not appear to be a git repository|does not exist/,
    (name) => `there is no git repository at ${name}, or it is not shown to the user who runs Rappel`,
    (address) => `Create it there, or correct the address, then try: git ls-remote ${address}`,
  ],
];

const OUT_OF_REACH: Cause = [
  /./,
  (name, reason) => `${name} could not be reached: ${reason}`,
  (address) => `Nothing is lost: it is tried again. To see for yourself: git ls-remote ${address}`,
];

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
