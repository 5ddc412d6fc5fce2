import { createHash } from 'node:crypto';
import { Hono } from 'hono';
import type { Memory } from '../memory/memory.js';
import { RappelError } from '../shared/errors.js';
import { decodeText } from '../vault/files.js';
import { imageInfo } from '../vault/images.js';
import { hasImageName } from '../vault/kinds.js';
import { parsePath, showPath } from '../vault/paths.js';

/** Files as they are. Text is always served as plain text: nothing in a vault may run as a page. */
export function filesRoutes({ run }: Memory) {
  return new Hono().get('/*', async (context) => {
    const path = pathIn(context.req.url);
    const bytes = await run('files/bytes', { path });
    const etag = `"${createHash('sha256').update(bytes).digest('hex').slice(0, 24)}"`;
    context.header('ETag', etag);
    context.header('Cache-Control', 'no-cache');
    if (isKnown(context.req.header('if-none-match'), etag)) return context.body(null, 304);
    const image = hasImageName(path) ? imageInfo(bytes) : null;
    if (image !== null) return context.body(new Uint8Array(bytes), 200, { 'Content-Type': image.media_type });
    return context.body(decodeText(bytes, showPath(parsePath(path))), 200, {
      'Content-Type': 'text/plain; charset=utf-8',
    });
  });
}

function pathIn(url: string): string {
  return decodePath(new URL(url).pathname.slice('/api/files/'.length));
}

function decodePath(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    throw new RappelError('invalid_input', 'http.path_encoding');
  }
}

/** A list of tags; a cache in between may have marked ours as weak. */
function isKnown(header: string | undefined, etag: string): boolean {
  const tags = (header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) || tags.includes('*');
}
