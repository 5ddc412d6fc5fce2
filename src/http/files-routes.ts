import { createHash } from 'node:crypto';
import { Hono } from 'hono';
import type { Service } from '../service/create-service.js';
import { RappelError } from '../shared/errors.js';
import { decodeText, readBytes } from '../vault/files.js';
import { imageInfo } from '../vault/images.js';
import { hasImageName } from '../vault/kinds.js';

/** Files as they are. Text is always plain text: nothing in a vault may run as a page. */
export function filesRoutes({ vault }: Service) {
  return new Hono().get('/*', (context) => {
    const place = vault.resolve(decodePath(new URL(context.req.url).pathname.slice('/api/files/'.length)));
    if (place.kind === 'missing') throw vault.missing(place);
    const bytes = readBytes(place);
    const etag = `"${createHash('sha256').update(bytes).digest('hex').slice(0, 24)}"`;
    context.header('ETag', etag);
    context.header('Cache-Control', 'no-cache');
    if (isKnown(context.req.header('if-none-match'), etag)) return context.body(null, 304);
    const image = hasImageName(place.path) ? imageInfo(bytes) : null;
    if (image !== null) return context.body(new Uint8Array(bytes), 200, { 'Content-Type': image.mediaType });
    return context.body(decodeText(bytes, place.shown), 200, { 'Content-Type': 'text/plain; charset=utf-8' });
  });
}

function decodePath(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    throw new RappelError('invalid_input', 'the path is not properly percent-encoded');
  }
}

/** A list of tags; a cache on the way may have marked ours as weak. */
function isKnown(header: string | undefined, etag: string): boolean {
  const tags = (header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) || tags.includes('*');
}
