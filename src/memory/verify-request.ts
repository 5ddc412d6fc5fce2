import { z } from 'zod';

const MOST_REFERENCES = 1_000;
const REFS = `a list of at most ${MOST_REFERENCES} references like "vault/tasks.md:9-14@3f9a2c"`;

/** References of passages, as every door takes them. */
export const verifyRequest = z.strictObject({
  refs: z.array(z.string(REFS), REFS).min(1, REFS).max(MOST_REFERENCES, REFS),
});
