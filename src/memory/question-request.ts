import { z } from 'zod';
import { optional } from '../tools/parse-input.js';
import { searchWithOptions } from '../tools/search.js';
import { asOf } from './as-of.js';

const TOKENS = 'an integer from 100 to 50000, or null';
const QUESTION = 'a question; not empty';

/** A question as every door takes it. */
export const questionRequest = z.strictObject({
  question: z.string(QUESTION).regex(/\S/, QUESTION).max(100_000, 'a question of at most 100,000 characters'),
  ...searchWithOptions.input.pick({ scopes: true, date_from: true, date_to: true, asked_on: true }).shape,
  ...asOf,
  max_tokens: optional(z.int(TOKENS).min(100, TOKENS).max(50_000, TOKENS), null),
});
