import { z } from 'zod';
import { optional } from '../tools/parse-input.js';

const LIMIT = 'an integer from 1 to 1000';

/** How many entries of a list are wanted. */
export function listLimit(usual: number) {
  return optional(z.int(LIMIT).min(1, LIMIT).max(1_000, LIMIT), usual);
}

/** For an operation that is asked for nothing. */
export const nothing = z.strictObject({});

/** The work is stored, and goes on without the client. */
export function accepted(id: string): { status: 'accepted'; id: string } {
  return { status: 'accepted', id };
}
