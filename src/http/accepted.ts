import type { Context } from 'hono';
import type { Accepted } from '../memory/replies.js';

/** The work is stored and goes on without the client. */
export function accepted(context: Context, id: string) {
  return context.json<Accepted, 202>({ status: 'accepted', id }, 202);
}
