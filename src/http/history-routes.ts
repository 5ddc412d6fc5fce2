import { Hono } from 'hono';
import { z } from 'zod';
import type { Memory } from '../memory/memory.js';
import type { Replies } from '../memory/replies.js';
import { jsonBody, limit, query } from './parameters.js';

const MOMENT = 'an object with the id of an entry, or with a time like 2025-07-14T18:30';

const body = z.strictObject({
  path: z.string('a path of the vault'),
  at: z.union([z.strictObject({ id: z.string(MOMENT) }), z.strictObject({ time: z.string(MOMENT) })], MOMENT),
});

const CHOICES = 'an object from the id of a changed unit, a path, or "all", to "keep" or "take"';

export const choices = z.record(z.string(), z.enum(['keep', 'take'], CHOICES), CHOICES).default({});

const undoBody = z.strictObject({ choices });

const listed = z.object({ path: z.string('a path of the vault').optional(), limit: limit(50) });

export function historyRoutes({ history }: Memory) {
  return new Hono()
    .get('/', query('history', listed), async (context) => {
      const { path, limit } = context.req.valid('query');
      const entries = await history.list({ limit, ...(path && { path }) });
      return context.json<Replies['GET /api/history']>({ entries });
    })
    .post('/restore', jsonBody('restore', body), async (context) => {
      const { path, at } = context.req.valid('json');
      const entry = await history.restore(path, at);
      return context.json<Replies['POST /api/history/restore']>({ entry });
    })
    .get('/:id', async (context) =>
      context.json<Replies['GET /api/history/:id']>(await history.show(context.req.param('id'))),
    )
    .get('/:id/undo', async (context) =>
      context.json<Replies['GET /api/history/:id/undo']>(await history.previewUndo(context.req.param('id'))),
    )
    .post('/:id/redo', jsonBody('redo', undoBody), async (context) => {
      const { choices } = context.req.valid('json');
      const entry = await history.redo(context.req.param('id'), choices);
      return context.json<Replies['POST /api/history/:id/redo']>(entry);
    })
    .post('/:id/undo', jsonBody('undo', undoBody), async (context) => {
      const { choices } = context.req.valid('json');
      const entry = await history.undo(context.req.param('id'), choices);
      return context.json<Replies['POST /api/history/:id/undo']>(entry);
    });
}
