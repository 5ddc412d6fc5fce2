import { Hono } from 'hono';
import { z } from 'zod';
import type { Memory } from '../memory/memory.js';
import type { Replies } from '../memory/replies.js';
import { RappelError } from '../shared/errors.js';
import { accepted } from './accepted.js';
import { jsonBody } from './parameters.js';

const body = z.strictObject({
  choice: z.string('the number or label of a choice').nullish(),
  text: z.string('a text').nullish(),
  id: z.string('a text').nullish(),
});

export function inboxRoutes({ inbox, updates }: Memory) {
  return new Hono()
    .get('/', async (context) => context.json<Replies['GET /api/inbox']>({ items: await inbox.list() }))
    .get('/:item', async (context) =>
      context.json<Replies['GET /api/inbox/:item']>(await inbox.read(context.req.param('item'))),
    )
    .post('/:item/answer', jsonBody('answer', body), async (context) => {
      const { choice, text, id } = context.req.valid('json');
      // Sent again because no answer came: it may be filed already, and its item gone.
      if (id && (await updates.has(id))) return accepted(context, id);
      const { item } = await inbox.read(context.req.param('item'));
      const answer = choice ?? text ?? '';
      if (answer.trim() === '')
        throw new RappelError('invalid_input', 'choice: missing, expected a choice or a text');
      const stored = await updates.add({ text: answer, images: [], inbox_ref: item }, id ?? undefined);
      return accepted(context, stored.id);
    });
}
