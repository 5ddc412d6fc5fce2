import { RappelError } from '../../../shared/errors.js';

/** The branches of an encrypted remote on a git server. */
export const ENCRYPTED_BRANCHES = 'refs/heads/encrypted';

/** Nothing may be sent there that is not encrypted. */
export function needsKey(name: string): RappelError {
  return new RappelError('protected', 'sync.needs_key', { remote: name });
}
