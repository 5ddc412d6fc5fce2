import { Hono } from 'hono';
import { z } from 'zod';
import type { Activity, LoadedActivity } from '../service/activity.js';
import type { Service } from '../service/create-service.js';
import { localTimestamp } from '../shared/clock.js';
import { RappelError } from '../shared/errors.js';
import { parseInput } from '../tools/parse-input.js';
import { jsonBody } from './json-body.js';
import { limitOf } from './limit.js';
import { questionFields, questionOf } from './question-body.js';

const body = z.strictObject({ ...questionFields, id: z.string('a text').nullish() });

export function activitiesRoutes(service: Service) {
  const { questions, queue } = service;
  return new Hono()
    .get('/activities', (context) => {
      const limit = limitOf(context.req.query('limit'), 200);
      const updates = queue.list().reverse().slice(0, limit);
      const activities: Activity[] = [
        ...updates.map((update) => ({ kind: 'update' as const, ...update })),
        ...questions.list(limit).map((question) => ({ kind: 'question' as const, ...question })),
      ];
      return context.json({ activities: activities.sort(newestFirst).slice(0, limit) });
    })
    .get('/activities/:id', (context) => {
      const id = context.req.param('id');
      const found = tryFind(() => questions.find(id));
      if (found !== null) return context.json<LoadedActivity>({ kind: 'question', ...found });
      const update = queue.find(id);
      return context.json<LoadedActivity>({ kind: 'update', ...update, run: service.stepsOf(id) });
    })
    .post('/questions', async (context) => {
      const { id, ...asked } = parseInput('question', body, await jsonBody(context));
      return context.json(
        { status: 'accepted' as const, id: questions.ask(questionOf(asked), id ?? undefined) },
        202,
      );
    })
    .post('/questions/:id/stop', (context) => {
      const id = context.req.param('id');
      questions.stop(id);
      return context.json({ status: 'accepted' as const, id }, 202);
    });
}

function newestFirst(a: Activity, b: Activity): number {
  return timeOf(b).localeCompare(timeOf(a));
}

function timeOf(activity: Activity): string {
  return activity.kind === 'update' ? activity.accepted : localTimestamp(new Date(activity.started));
}

function tryFind<Found>(find: () => Found): Found | null {
  try {
    return find();
  } catch (error) {
    if (error instanceof RappelError && error.code === 'not_found') return null;
    throw error;
  }
}
