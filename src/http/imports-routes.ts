import { type Context, Hono } from 'hono';
import { z } from 'zod';
import type { ServedMemory } from '../memory/served-memory.js';
import { RappelError } from '../shared/errors.js';
import { jsonBody, query } from './parameters.js';

const TIME = 'milliseconds since 1970';
const file = z.object({
  path: z.string('the path of the file below what is imported'),
  modified: z
    .string(TIME)
    .regex(/^\d{1,14}$/, TIME)
    .optional(),
});

const options = z.strictObject({
  into: z.string('a project or folder of the vault').nullable().default(null),
  skip_secrets: z.boolean('true or false').default(false),
});

/** Only these bodies may be large: they go to the disk as they come, and are counted there. */
export function isUpload({ req }: Context): boolean {
  return req.method === 'PUT' && /^\/api\/imports\/[^/]+\/files$/.test(req.path);
}

/** Import of what a client sends, in steps: files, a preview, the import itself. */
export function importsRoutes({ imports }: ServedMemory) {
  return new Hono()
    .post('/', async (context) => context.json({ id: await imports.begin() }, 201))
    .get('/:id', (context) => context.json(imports.find(context.req.param('id'))))
    .delete('/:id', (context) => {
      imports.cancel(context.req.param('id'));
      return context.json({});
    })
    .put('/:id/files', query('file', file), async (context) => {
      const { path, modified } = context.req.valid('query');
      await imports.receive(context.req.param('id'), {
        path,
        modified: modified === undefined ? null : new Date(Number(modified)),
        bytes: bytesOf(context),
      });
      return context.json({}, 201);
    })
    .post('/:id/preview', jsonBody('import', options), async (context) => {
      const { into, skip_secrets } = context.req.valid('json');
      const id = context.req.param('id');
      return context.json(await imports.preview(id, { into: into ?? undefined, skipSecrets: skip_secrets }));
    })
    .post('/:id/run', (context) => context.json(imports.start(context.req.param('id')), 202));
}

/** Declared as bytes: a form on another web page can't send that without a preflight. */
function bytesOf({ req }: Context): AsyncIterable<Uint8Array> {
  if (req.header('content-type') !== 'application/octet-stream')
    throw new RappelError('invalid_input', 'the body must be the bytes of a file', {
      hint: 'Send the header content-type: application/octet-stream.',
    });
  return req.raw.body ?? NOTHING;
}

const NOTHING: AsyncIterable<Uint8Array> = {
  async *[Symbol.asyncIterator]() {},
};
