import { RappelError } from '../shared/errors.js';

export function tooLarge(shown: string, mostBytes: number): RappelError {
  return new RappelError('invalid_input', `the file is larger than ${Math.floor(mostBytes / 1_000_000)} MB`, {
    path: shown,
    hint: 'Read a part of it with the tool read: head, tail or folded.',
  });
}
