import { Readable } from 'node:stream';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import type { Memory } from '../memory/memory.js';
import { RappelError } from '../shared/errors.js';
import { query } from './parameters.js';

const TIME = 'milliseconds since 1970';
const file = z.object({
  path: z.string('the path of the file below what is imported'),
  modified: z
    .string(TIME)
    .regex(/^\d{1,14}$/, TIME)
    .optional(),
});

/** Only these bodies may be large: they go to the disk as they come, and are counted there. */
export function isUpload({ req }: Context): boolean {
  return req.method === 'PUT' && /^\/api\/imports\/[^/]+\/files$/.test(req.path);
}

/** The bytes of what is imported, file by file, and of an export that was prepared. */
export function exchangeRoutes({ run }: Memory) {
  return new Hono()
    .put('/imports/:id/files', query('file', file), async (context) => {
      const { path, modified } = context.req.valid('query');
      await run('imports/receive', {
        id: context.req.param('id'),
        path,
        modified: modified === undefined ? null : new Date(Number(modified)),
        bytes: bytesOf(context),
      });
      return context.json({}, 201);
    })
    .get('/exports/:id', async (context) => {
      const { name, bytes, content } = await run('exports/open', { id: context.req.param('id') });
      const body = Readable.toWeb(content) as NodeStream<Uint8Array<ArrayBuffer>>;
      return context.body(body as unknown as ReadableStream, 200, {
        'Content-Type': 'application/gzip',
        'Content-Length': String(bytes),
        'Content-Disposition': `attachment; filename="${name}"`,
        'Cache-Control': 'no-store',
      });
    });
}

/** Declared as bytes: a form on another web page can't send that without a preflight. */
function bytesOf({ req }: Context): AsyncIterable<Uint8Array> {
  if (req.header('content-type') !== 'application/octet-stream')
    throw new RappelError('invalid_input', 'http.no_bytes');
  return req.raw.body ?? NOTHING;
}

const NOTHING: AsyncIterable<Uint8Array> = {
  async *[Symbol.asyncIterator]() {},
};
