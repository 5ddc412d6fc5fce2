import { Hono } from 'hono';
import { z } from 'zod';
import { isFinished, type Memory } from '../memory/memory.js';
import type { Replies } from '../memory/replies.js';
import { decodeUpdate, originRequest, updateRequest } from '../memory/update-request.js';
import type { UpdateStatus } from '../service/updates/update-status.js';
import { accepted } from './accepted.js';
import type { createEventStream } from './event-stream.js';
import { jsonBody, limit, query } from './parameters.js';
import { readUpdate } from './update-form.js';

const refileBody = z.strictObject({ project: z.string('the name of a project, or "" for none') });
const routeBody = z.strictObject({ text: z.string('a text'), origin: originRequest });

export function updatesRoutes({ updates }: Memory, stream: ReturnType<typeof createEventStream>) {
  return new Hono()
    .post('/update', jsonBody('update', updateRequest, readUpdate), async (context) => {
      const request = context.req.valid('json');
      return accepted(context, (await updates.add(decodeUpdate(request), request.id ?? undefined)).id);
    })
    .get('/updates', query('updates', z.object({ limit: limit(200) })), async (context) =>
      context.json<Replies['GET /api/updates']>({
        updates: await updates.list(context.req.valid('query').limit),
      }),
    )
    .get('/updates/:id', async (context) =>
      context.json<Replies['GET /api/updates/:id']>(
        withAnswerRoute(await updates.find(context.req.param('id'))),
      ),
    )
    .post('/updates/:id/retry', async (context) =>
      context.json<Replies['POST /api/updates/:id/retry'], 202>(
        await updates.retry(context.req.param('id')),
        202,
      ),
    )
    .post('/updates/:id/dismiss', async (context) =>
      context.json<Replies['POST /api/updates/:id/dismiss']>(await updates.dismiss(context.req.param('id'))),
    )
    .post('/updates/:id/refile', jsonBody('refile', refileBody), async (context) => {
      const { project } = context.req.valid('json');
      return accepted(context, (await updates.refile(context.req.param('id'), project)).id);
    })
    .post('/route', jsonBody('route', routeBody), async (context) => {
      const { text, origin } = context.req.valid('json');
      return context.json<Replies['POST /api/route']>(await updates.route(text, origin));
    })
    .get('/updates/:id/events', async (context) => {
      const { id } = await updates.find(context.req.param('id'));
      return stream(context, {
        first: async () => [{ type: 'update', data: await updates.find(id) }],
        wants: ({ type, data }) => (type === 'update' || type === 'step') && data.id === id,
        ends: ({ type, data }) => type === 'update' && isFinished(data),
      });
    });
}

/** Where something is asked, how to answer it here. */
function withAnswerRoute(status: UpdateStatus) {
  if (status.question === undefined || status.inbox === null) return status;
  const answer = `POST /api/inbox/${encodeURIComponent(status.inbox)}/answer {"choice": "1"} or {"text": "…"}`;
  return { ...status, question: { ...status.question, answer } };
}
