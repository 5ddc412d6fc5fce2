import { Hono } from 'hono';
import { z } from 'zod';
import { updateImage } from '../agents/update-image.js';
import type { Memory } from '../memory/memory.js';
import { RappelError } from '../shared/errors.js';
import type { createEventStream } from './event-stream.js';
import { jsonBody } from './json-body.js';
import { limitOf } from './limit.js';

const IMAGE = 'an object with name, media_type and data (base64)';

const body = z.strictObject({
  text: z.string('a text'),
  images: z
    .array(
      z.strictObject({ name: z.string(IMAGE), media_type: z.string(IMAGE), data: z.string(IMAGE) }, IMAGE),
      `a list, each ${IMAGE}`,
    )
    .nullish(),
  inbox_ref: z.string('the name of an inbox item').nullish(),
  id: z.string('a text').nullish(),
});

export function updatesRoutes({ updates }: Memory, stream: ReturnType<typeof createEventStream>) {
  return new Hono()
    .post('/update', jsonBody('update', body), async (context) => {
      const { text, images, inbox_ref, id } = context.req.valid('json');
      const input = {
        text,
        images: (images ?? []).map(({ name, data }) => updateImage(name, Buffer.from(data, 'base64'))),
        inboxRef: inbox_ref ?? null,
      };
      if (text.trim() === '' && input.images.length === 0) {
        throw new RappelError('invalid_input', 'text: got "", expected a text or at least one image');
      }
      const accepted = await updates.add(input, id ?? undefined);
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
      const isMine = (data: unknown) => (data as { id?: string }).id === id;
      return stream(context, {
        first: async () => [{ type: 'update', data: await updates.find(id) }],
        wants: ({ type, data }) => (type === 'update' || type === 'step') && isMine(data),
        ends: ({ data }) => ['done', 'needs_answer', 'failed'].includes((data as { state: string }).state),
      });
    });
}
