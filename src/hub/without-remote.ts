import { RappelError } from '../shared/errors.js';
import { shellQuoted } from '../shared/shell-quoted.js';

/** Why a vault without a remote is not served where several nodes run: each would have other files of it. */
export function withoutRemote(folder: string, name: string): RappelError {
  return new RappelError('busy', 'hub.no_remote', { folder: shellQuoted(folder), vault: name });
}
