import { RappelError } from '../shared/errors.js';

/** How many entries of a list are wanted. Throws `invalid_input`. */
export function limitOf(given: string | undefined, usual: number): number {
  if (given === undefined) return usual;
  const limit = Number(given);
  if (Number.isInteger(limit) && limit > 0 && limit <= 1_000) return limit;
  throw new RappelError(
    'invalid_input',
    `limit: got ${JSON.stringify(given)}, expected an integer from 1 to 1000`,
  );
}
