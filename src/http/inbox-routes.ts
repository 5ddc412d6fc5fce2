import { Hono } from 'hono';
import { z } from 'zod';
import type { Service } from '../service/create-service.js';
import { listInbox, readInboxItem } from '../service/inbox.js';
import { RappelError } from '../shared/errors.js';
import { parseInput } from '../tools/parse-input.js';
import { jsonBody } from './json-body.js';

const body = z.strictObject({
  choice: z.string('the number or label of a choice').nullish(),
  text: z.string('a text').nullish(),
  id: z.string('a text').nullish(),
});

export function inboxRoutes(service: Service) {
  const { vault } = service;
  return new Hono()
    .get('/', (context) => context.json({ items: listInbox(vault) }))
    .get('/:item', (context) => context.json(readInboxItem(vault, context.req.param('item'))))
    .post('/:item/answer', async (context) => {
      const { choice, text, id } = parseInput('answer', body, await jsonBody(context));
      // Sent again because no answer came: it may be filed, and its item gone.
      if (id && service.queue.list().some((update) => update.id === id))
        return context.json({ status: 'accepted' as const, id }, 202);
      const { item } = readInboxItem(vault, context.req.param('item'));
      const answer = choice ?? text ?? '';
      if (answer.trim() === '')
        throw new RappelError('invalid_input', 'choice: missing, expected a choice or a text');
      const accepted = await service.update({ text: answer, images: [], inboxRef: item }, id ?? undefined);
      return context.json({ status: 'accepted' as const, id: accepted.id }, 202);
    });
}
