import { Readable } from 'node:stream';
import { Hono } from 'hono';
import { z } from 'zod';
import type { Memory } from '../memory/memory.js';
import { machineSchema } from '../service/sync/remotes/machines.js';
import { RappelError } from '../shared/errors.js';
import { jsonBody, query } from './parameters.js';

const COMMIT = 'the id of a commit';
const commit = z.string(COMMIT).regex(/^[0-9a-f]{40}$/, COMMIT);
const wanted = z.object({ head: commit, known: commit.optional() });
const UNLIKE = 'the id of a commit, or nothing';
const known = z.object({
  unlike: z
    .string(UNLIKE)
    .regex(/^(?:[0-9a-f]{40})?$/, UNLIKE)
    .optional(),
});
const AT = 'the number of bytes before this part';
const part = z.object({ at: z.string(AT).regex(/^\d{1,12}$/, AT) });
const push = z.strictObject({
  pack: z.string('the id of an upload'),
  head: commit,
  expected: commit.nullable(),
  machine: machineSchema,
});

/** The shared history, for other machines that sync with this service. */
export function sharedHistoryRoutes({ run }: Memory) {
  return new Hono()
    .get('/', query('known', known), async (context) => {
      const { unlike } = context.req.valid('query');
      const { signal } = context.req.raw;
      return context.json(
        await (await run('sync/shared')).status(
          unlike === undefined ? undefined : { unlike: unlike || null, signal },
        ),
      );
    })
    .get('/pack', query('pack', wanted), async (context) => {
      const { head, known = null } = context.req.valid('query');
      const body = Readable.toWeb(Readable.from(await (await run('sync/shared')).pack(head, known)));
      return context.body(body as unknown as ReadableStream, 200, {
        'Content-Type': 'application/octet-stream',
        'Cache-Control': 'no-store',
      });
    })
    .put('/packs/:id', query('part', part), async (context) => {
      if (context.req.header('content-type') !== 'application/octet-stream')
        throw new RappelError('invalid_input', 'http.no_pack');
      const bytes = Buffer.from(await context.req.arrayBuffer());
      await (await run('sync/shared')).receive(
        context.req.param('id'),
        Number(context.req.valid('query').at),
        bytes,
      );
      return context.json({});
    })
    .post('/', jsonBody('push', push), async (context) =>
      context.json({ moved: await (await run('sync/shared')).push(context.req.valid('json')) }),
    )
    .post('/machines', jsonBody('machine', machineSchema), async (context) => {
      await (await run('sync/shared')).report(context.req.valid('json'));
      return context.json({});
    });
}
