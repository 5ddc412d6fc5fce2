import { z } from 'zod';
import { BRIEF_TOKENS } from '../agents/librarian/orientation/brief.js';
import { optional } from '../tools/parse-input.js';

const PROJECT = 'the name of a project, or null';
const TOKENS = 'an integer from 100 to 20000, or null';

/** What an assistant asks for when it starts to work, as every door takes it. */
export const orientRequest = z.strictObject({
  project: optional(z.string(PROJECT), null),
  max_tokens: optional(z.int(TOKENS).min(100, TOKENS).max(20_000, TOKENS), BRIEF_TOKENS),
});
