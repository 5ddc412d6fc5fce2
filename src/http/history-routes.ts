import { Hono } from 'hono';
import type { Service } from '../service/create-service.js';
import { undoEntry } from '../service/history/undo.js';
import { RappelError } from '../shared/errors.js';
import { parsePath } from '../vault/paths.js';

export function historyRoutes({ vault, history, events, afterChanges }: Service) {
  return new Hono()
    .get('/', async (context) => {
      const path = context.req.query('path');
      const limit = limitOf(context.req.query('limit'));
      return context.json({ entries: await history.list({ limit, ...(path && { path: parsePath(path) }) }) });
    })
    .get('/:id', async (context) => {
      const id = context.req.param('id');
      return context.json({ ...(await history.find(id)), diff: await history.diff(id) });
    })
    .post('/:id/undo', async (context) => {
      const entry = await undoEntry(vault, history, context.req.param('id'));
      await afterChanges(
        entry.files.map(({ path }) => path),
        { source: 'undo', reason: entry.reason },
      );
      events.publish('history', entry);
      return context.json(entry);
    });
}

function limitOf(given: string | undefined): number {
  if (given === undefined) return 50;
  const limit = Number(given);
  if (Number.isInteger(limit) && limit > 0 && limit <= 1_000) return limit;
  throw new RappelError(
    'invalid_input',
    `limit: got ${JSON.stringify(given)}, expected an integer from 1 to 1000`,
  );
}
