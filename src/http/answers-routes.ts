import { Hono } from 'hono';
import { z } from 'zod';
import type { Memory } from '../memory/memory.js';
import type { Replies } from '../memory/replies.js';
import { limit, query } from './parameters.js';

/** How answers came about. */
export function answersRoutes({ answers }: Memory) {
  return new Hono()
    .get('/', query('answers', z.object({ limit: limit(200) })), async (context) =>
      context.json<Replies['GET /api/answers']>({
        answers: await answers.list(context.req.valid('query').limit),
      }),
    )
    .get('/:id', async (context) =>
      context.json<Replies['GET /api/answers/:id']>(await answers.explain(context.req.param('id'))),
    );
}
