import type { IncomingMessage } from 'node:http';
import type { Gate } from '../gate.js';
import { MOST_BODY_BYTES } from '../session-routes.js';

/** A request whose body was read already: `forward` and the app server use it from here. */
export interface ReadRequest extends IncomingMessage {
  rawBody?: Buffer;
}

/** True for a browser that signs in with a valid token. Only the body of a sign-in is read. */
export async function givesToken(request: ReadRequest, path: string, gate: Gate): Promise<boolean> {
  if (request.method !== 'POST' || path !== '/api/session') return false;
  const body = await readBody(request);
  if (body === null) return false;
  request.rawBody = body;
  const token = tokenOf(body.toString('utf8'));
  return token !== null && gate.isToken(token.trim());
}

/** Null if the body is too large. */
async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  if (Number(request.headers['content-length'] ?? 0) > MOST_BODY_BYTES) return null;
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request.iterator({ destroyOnReturn: false })) {
    size += part.length;
    if (size > MOST_BODY_BYTES) return null;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function tokenOf(text: string): string | null {
  try {
    const { token } = JSON.parse(text) as { token?: unknown };
    return typeof token === 'string' ? token : null;
  } catch {
    return null;
  }
}
