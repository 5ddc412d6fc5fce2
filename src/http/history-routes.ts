import { Hono } from 'hono';
import { z } from 'zod';
import type { Memory } from '../memory/memory.js';
import { jsonBody } from './json-body.js';
import { limitOf } from './limit.js';

const MOMENT = 'an object with the id of an entry, or with a time like 2025-07-14T18:30';

const body = z.strictObject({
  path: z.string('a path of the vault'),
  at: z.union([z.strictObject({ id: z.string(MOMENT) }), z.strictObject({ time: z.string(MOMENT) })], MOMENT),
});

export function historyRoutes({ history }: Memory) {
  return new Hono()
    .get('/', async (context) => {
      const path = context.req.query('path');
      const limit = limitOf(context.req.query('limit'), 50);
      return context.json({ entries: await history.list({ limit, ...(path && { path }) }) });
    })
    .post('/restore', jsonBody('restore', body), async (context) => {
      const { path, at } = context.req.valid('json');
      return context.json({ entry: await history.restore(path, at) });
    })
    .get('/:id', async (context) => context.json(await history.show(context.req.param('id'))))
    .post('/:id/undo', async (context) => context.json(await history.undo(context.req.param('id'))));
}
