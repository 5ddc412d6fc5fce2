import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { Hono } from 'hono';
import type { ServedMemory } from '../memory/served-memory.js';

/** The whole vault as an archive: prepared first, which may take long, then downloaded once. */
export function exportsRoutes({ exports }: ServedMemory, version: string) {
  return new Hono()
    .post('/', async (context) => context.json(await exports.prepare(version), 201))
    .get('/:id', (context) => {
      const { name, bytes, content } = exports.open(context.req.param('id'));
      const body = Readable.toWeb(content) as ReadableStream<Uint8Array<ArrayBuffer>>;
      return context.body(body as unknown as globalThis.ReadableStream, 200, {
        'Content-Type': 'application/gzip',
        'Content-Length': String(bytes),
        'Content-Disposition': `attachment; filename="${name}"`,
        'Cache-Control': 'no-store',
      });
    });
}
