import { Hono } from 'hono';
import type { Service } from '../service/create-service.js';
import { undoEntry } from '../service/history/undo.js';
import { parsePath } from '../vault/paths.js';
import { limitOf } from './limit.js';

export function historyRoutes({ vault, history, events, afterChanges }: Service) {
  return new Hono()
    .get('/', async (context) => {
      const path = context.req.query('path');
      const limit = limitOf(context.req.query('limit'), 50);
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
