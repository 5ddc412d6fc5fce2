import type { Context } from 'hono';
import { RappelError } from '../shared/errors.js';

/** The body of a request. Only JSON that says so: a form on another web page can't send that without asking first. */
export async function jsonBody(context: Context): Promise<unknown> {
  if (!/^application\/json\b/i.test(context.req.header('content-type') ?? '')) {
    throw new RappelError('invalid_input', 'the body must be JSON', {
      hint: 'Send the header content-type: application/json.',
    });
  }
  const text = await context.req.text();
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new RappelError('invalid_input', `malformed JSON: ${(error as Error).message}`);
  }
}
