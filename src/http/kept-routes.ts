import { Hono } from 'hono';
import type { ServedMemory } from '../memory/served-memory.js';

/** The answers that were kept as good. */
export function keptRoutes({ kept }: ServedMemory) {
  return new Hono()
    .get('/', (context) => context.json({ kept: kept.list() }))
    .put('/:id', (context) => {
      kept.keep(context.req.param('id'));
      return context.json({ kept: kept.list() });
    })
    .delete('/:id', (context) => {
      kept.remove(context.req.param('id'));
      return context.json({ kept: kept.list() });
    });
}
