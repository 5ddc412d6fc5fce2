import { Hono } from 'hono';
import { z } from 'zod';
import type { ServedMemory } from '../memory/served-memory.js';
import { jsonBody } from './json-body.js';
import { limitOf } from './limit.js';
import { questionFields, questionOf } from './question-body.js';

const body = z.strictObject({ ...questionFields, id: z.string('a text').nullish() });

export function activitiesRoutes({ activities }: ServedMemory) {
  return new Hono()
    .get('/activities', (context) =>
      context.json({ activities: activities.list(limitOf(context.req.query('limit'), 200)) }),
    )
    .get('/activities/:id', (context) => context.json(activities.find(context.req.param('id'))))
    .post('/questions', jsonBody('question', body), async (context) => {
      const { id, ...asked } = context.req.valid('json');
      return context.json(
        { status: 'accepted' as const, id: activities.ask(questionOf(asked), id ?? undefined) },
        202,
      );
    })
    .post('/questions/:id/stop', (context) => {
      const id = context.req.param('id');
      activities.stop(id);
      return context.json({ status: 'accepted' as const, id }, 202);
    });
}
