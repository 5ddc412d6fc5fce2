import { Hono } from 'hono';
import { isFinished, type Memory } from '../memory/memory.js';
import { decodeUpdate, updateRequest } from '../memory/update-request.js';
import type { createEventStream } from './event-stream.js';
import { jsonBody } from './json-body.js';
import { limitOf } from './limit.js';

export function updatesRoutes({ updates }: Memory, stream: ReturnType<typeof createEventStream>) {
  return new Hono()
    .post('/update', jsonBody('update', updateRequest), async (context) => {
      const request = context.req.valid('json');
      const accepted = await updates.add(decodeUpdate(request), request.id ?? undefined);
      return context.json({ status: 'accepted' as const, id: accepted.id }, 202);
    })
    .get('/updates', async (context) =>
      context.json({ updates: await updates.list(limitOf(context.req.query('limit'), 200)) }),
    )
    .get('/updates/:id', async (context) => context.json(await updates.find(context.req.param('id'))))
    .post('/updates/:id/retry', async (context) =>
      context.json(await updates.retry(context.req.param('id')), 202),
    )
    .get('/updates/:id/events', async (context) => {
      const { id } = await updates.find(context.req.param('id'));
      return stream(context, {
        first: async () => [{ type: 'update', data: await updates.find(id) }],
        wants: ({ type, data }) => (type === 'update' || type === 'step') && data.id === id,
        ends: ({ type, data }) => type === 'update' && isFinished(data),
      });
    });
}
