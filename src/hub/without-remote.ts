import { RappelError } from '../shared/errors.js';
import { shellQuoted } from '../shared/shell-quoted.js';

/** Why a vault without a remote is not served where several nodes run: each would have other files of it. */
export function withoutRemote(folder: string, name: string): RappelError {
  return new RappelError('busy', 'this vault has no remote, so only a hub with one node can serve it', {
    hint: `Give it one while no node serves it: rappel hub add ${shellQuoted(folder)} ${name} --remote REMOTE`,
  });
}
