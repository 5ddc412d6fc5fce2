import { Hono } from 'hono';
import { z } from 'zod';
import type { Memory } from '../memory/memory.js';
import { RappelError } from '../shared/errors.js';
import { jsonBody } from './json-body.js';

const body = z.strictObject({
  choice: z.string('the number or label of a choice').nullish(),
  text: z.string('a text').nullish(),
  id: z.string('a text').nullish(),
});

export function inboxRoutes({ inbox, updates }: Memory) {
  return new Hono()
    .get('/', async (context) => context.json({ items: await inbox.list() }))
    .get('/:item', async (context) => context.json(await inbox.read(context.req.param('item'))))
    .post('/:item/answer', jsonBody('answer', body), async (context) => {
      const { choice, text, id } = context.req.valid('json');
      // Sent again because no answer came: it may be filed already, and its item gone.
      if (id && (await updates.has(id))) return context.json({ status: 'accepted' as const, id }, 202);
      const { item } = await inbox.read(context.req.param('item'));
      const answer = choice ?? text ?? '';
      if (answer.trim() === '')
        throw new RappelError('invalid_input', 'choice: missing, expected a choice or a text');
      const accepted = await updates.add({ text: answer, images: [], inboxRef: item }, id ?? undefined);
      return context.json({ status: 'accepted' as const, id: accepted.id }, 202);
    });
}
