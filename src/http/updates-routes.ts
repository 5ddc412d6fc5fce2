import { Hono } from 'hono';
import { z } from 'zod';
import { updateImage } from '../agents/update-image.js';
import type { Service } from '../service/create-service.js';
import { RappelError } from '../shared/errors.js';
import { parseInput } from '../tools/parse-input.js';
import type { createEventStream } from './event-stream.js';
import { jsonBody } from './json-body.js';

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

export function updatesRoutes(service: Service, stream: ReturnType<typeof createEventStream>) {
  return new Hono()
    .post('/update', async (context) => {
      const { text, images, inbox_ref, id } = parseInput('update', body, await jsonBody(context));
      const input = {
        text,
        images: (images ?? []).map(({ name, data }) => updateImage(name, Buffer.from(data, 'base64'))),
        inboxRef: inbox_ref ?? null,
      };
      if (text.trim() === '' && input.images.length === 0) {
        throw new RappelError('invalid_input', 'text: got "", expected a text or at least one image');
      }
      const accepted = await service.update(input, id ?? undefined);
      return context.json({ status: 'accepted' as const, id: accepted.id }, 202);
    })
    .get('/updates', (context) => context.json({ updates: service.queue.list().reverse().slice(0, 200) }))
    .get('/updates/:id', (context) => context.json(service.queue.find(context.req.param('id'))))
    .post('/updates/:id/retry', (context) => {
      service.retry(context.req.param('id'));
      return context.json(service.queue.find(context.req.param('id')), 202);
    })
    .get('/updates/:id/events', (context) => {
      const { id } = service.queue.find(context.req.param('id'));
      const isMine = (data: unknown) => (data as { id?: string }).id === id;
      return stream(context, {
        first: () => [{ type: 'update', data: service.queue.find(id) }],
        wants: ({ type, data }) => (type === 'update' || type === 'step') && isMine(data),
        ends: ({ data }) => ['done', 'needs_answer', 'failed'].includes((data as { state: string }).state),
      });
    });
}
