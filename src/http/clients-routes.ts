import { Hono } from 'hono';
import { z } from 'zod';
import type { ServedMemory } from '../memory/served-memory.js';
import type { Gate } from './gate.js';
import { ownPageOnly } from './own-page.js';
import { jsonBody } from './parameters.js';

const connection = z.strictObject({ own_notes: z.boolean('true or false').default(false) });

/** The assistants that `rappel install` knows; the page on this machine connects and disconnects them. */
export function clientsRoutes({ assistants }: ServedMemory, gate: Gate | null) {
  return new Hono()
    .get('/', (context) => context.json(assistants.list()))
    .use('/:name/*', ownPageOnly(gate))
    .post('/:name/preview', (context) => context.json(assistants.preview(context.req.param('name'), 'in')))
    .post('/:name/connect', jsonBody('connect', connection), (context) => {
      const ownNotes = context.req.valid('json').own_notes;
      return context.json(assistants.change(context.req.param('name'), 'in', { ownNotes }));
    })
    .post('/:name/disconnect', (context) =>
      context.json(assistants.change(context.req.param('name'), 'out')),
    );
}
