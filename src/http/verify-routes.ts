import { Hono } from 'hono';
import type { Memory } from '../memory/memory.js';
import type { Replies } from '../memory/replies.js';
import { verifyRequest } from '../memory/verify-request.js';
import { jsonBody } from './parameters.js';

/** What became of the lines that an answer cited. */
export function verifyRoutes(memory: Memory) {
  return new Hono().post('/', jsonBody('verify', verifyRequest), async (context) => {
    const { refs } = context.req.valid('json');
    return context.json<Replies['POST /api/verify']>({ results: await memory.verify(refs) });
  });
}
