import { Hono } from 'hono';
import { z } from 'zod';
import { questionRequest } from '../memory/question-request.js';
import type { ServedMemory } from '../memory/served-memory.js';
import { accepted } from './accepted.js';
import { jsonBody, limit, query } from './parameters.js';

const body = questionRequest().extend({ id: z.string('a text').nullish() });

export function activitiesRoutes({ activities }: ServedMemory) {
  return new Hono()
    .get('/activities', query('activities', z.object({ limit: limit(200) })), (context) =>
      context.json({ activities: activities.list(context.req.valid('query').limit) }),
    )
    .get('/activities/:id', (context) => context.json(activities.find(context.req.param('id'))))
    .post('/questions', jsonBody('question', body), (context) => {
      const { id, ...question } = context.req.valid('json');
      return accepted(context, activities.ask(question, id ?? undefined));
    })
    .post('/questions/:id/stop', (context) => {
      const id = context.req.param('id');
      activities.stop(id);
      return accepted(context, id);
    });
}
