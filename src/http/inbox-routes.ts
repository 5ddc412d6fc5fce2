import { Hono } from 'hono';
import type { Service } from '../service/create-service.js';
import { listInbox, readInboxItem } from '../service/inbox.js';

export function inboxRoutes({ vault }: Service) {
  return new Hono()
    .get('/', (context) => context.json({ items: listInbox(vault) }))
    .get('/:item', (context) => context.json(readInboxItem(vault, context.req.param('item'))));
}
