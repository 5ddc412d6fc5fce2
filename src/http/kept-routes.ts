import { Hono } from 'hono';
import type { Memory } from '../memory/memory.js';
import type { Replies } from '../memory/replies.js';

/** The answers that were kept as good, asked again. */
export function keptRoutes({ answers }: Memory) {
  return new Hono()
    .get('/', async (context) => context.json<Replies['GET /api/kept']>({ kept: await answers.kept() }))
    .post('/check', async (context) => context.json<Replies['POST /api/kept/check']>(await answers.check()))
    .post('/measure', async (context) =>
      context.json<Replies['POST /api/kept/measure']>(await answers.measure()),
    )
    .put('/:id', async (context) =>
      context.json<Replies['PUT /api/kept/:id']>({ kept: await answers.keep(context.req.param('id')) }),
    )
    .delete('/:id', async (context) =>
      context.json<Replies['DELETE /api/kept/:id']>({ kept: await answers.remove(context.req.param('id')) }),
    );
}
