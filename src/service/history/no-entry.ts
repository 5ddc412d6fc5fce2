import { RappelError } from '../../shared/errors.js';

export function noEntry(id: string): RappelError {
  return new RappelError('not_found', `no entry "${id}" in the history`, {
    hint: 'List them with: rappel history',
  });
}
