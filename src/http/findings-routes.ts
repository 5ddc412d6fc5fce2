import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { z } from 'zod';
import type { Memory } from '../memory/memory.js';
import type { Replies } from '../memory/replies.js';
import { optional } from '../tools/parse-input.js';
import { jsonBody, query } from './parameters.js';

const SOURCES = ['page', 'tool'] as const;
const fixBody = z.strictObject({
  source: optional(z.enum(SOURCES, `one of ${SOURCES.join(', ')}`), 'tool'),
});

const FLAGS = ['true', 'false'] as const;
const listed = z.object({ dismissed: optional(z.enum(FLAGS, `one of ${FLAGS.join(', ')}`), 'false') });

/** What is wrong with the files of the vault, and what can be done about it. */
export function findingsRoutes({ findings }: Memory) {
  return new Hono()
    .use(compress())
    .get('/', query('findings', listed), async (context) => {
      const dismissed = context.req.valid('query').dismissed === 'true';
      return context.json<Replies['GET /api/findings']>(await findings.list({ dismissed }));
    })
    .get('/:id', async (context) =>
      context.json<Replies['GET /api/findings/:id']>(await findings.preview(context.req.param('id'))),
    )
    .post('/:id/fix', jsonBody('fix', fixBody), async (context) => {
      const fixed = await findings.fix(context.req.param('id'), context.req.valid('json').source);
      return context.json<Replies['POST /api/findings/:id/fix']>(fixed);
    })
    .post('/:id/dismiss', async (context) => {
      await findings.dismiss(context.req.param('id'));
      return context.json<Replies['POST /api/findings/:id/dismiss']>(await findings.list());
    })
    .post('/:id/restore', async (context) => {
      await findings.restore(context.req.param('id'));
      return context.json<Replies['POST /api/findings/:id/restore']>(await findings.list());
    });
}
