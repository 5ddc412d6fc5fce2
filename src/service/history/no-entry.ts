import { RappelError } from '../../shared/errors.js';

export function noEntry(id: string): RappelError {
  return new RappelError('not_found', 'history.no_entry', { id });
}
