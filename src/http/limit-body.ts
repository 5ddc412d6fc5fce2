import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';

/**
 * Refuses bodies that are too large. A body with a declared length is judged by that and not read here: reading it
 * as a stream would cost more than everything else in a small request.
 */
export function limitBody(maxSize: number, onError: (context: Context) => Response): MiddlewareHandler {
  const counted = bodyLimit({ maxSize, onError });
  return async (context, next) => {
    const { method } = context.req;
    if (method === 'GET' || method === 'HEAD') return next();
    const length = context.req.header('content-length');
    if (length === undefined || context.req.header('transfer-encoding') !== undefined)
      return counted(context, next);
    return Number(length) > maxSize ? onError(context) : next();
  };
}

/** Smaller bodies can hold nothing that takes long. */
const SMALL_BYTES = 64 * 1024;
const MOST_VALUES = 200_000;
const MOST_DEPTH = 100;

/**
 * Refuses JSON of very many or deeply nested values before it is parsed: parsing and checking it would hold up everybody else.
 * Text in it may be as long as a body.
 */
export function limitJson(onError: (context: Context) => Response): MiddlewareHandler {
  return async (context, next) => {
    const { req } = context;
    if (req.method === 'GET' || req.method === 'HEAD') return next();
    const isSmall = Number(req.header('content-length') ?? Number.POSITIVE_INFINITY) <= SMALL_BYTES;
    if (isSmall || !/^application\/json\b/i.test(req.header('content-type') ?? '')) return next();
    const text = await req.text();
    if (!isModest(text)) return onError(context);
    // For those who read the request itself.
    const { url, method, headers, signal } = req.raw;
    req.raw = new Request(url, { method, headers, signal, body: text });
    return next();
  };
}

function isModest(json: string): boolean {
  let values = 0;
  let depth = 0;
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) at = endOfString(json, at);
    else if (code === COMMA) values++;
    else if (code === BRACKET || code === BRACE) {
      values++;
      depth++;
    } else if (code === BRACKET + 2 || code === BRACE + 2) depth--;
    if (values > MOST_VALUES || depth > MOST_DEPTH) return false;
  }
  return true;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const BRACKET = 0x5b;
const BRACE = 0x7b;
const BACKSLASH = 0x5c;

function endOfString(json: string, start: number): number {
  for (let at = json.indexOf('"', start + 1); at !== -1; at = json.indexOf('"', at + 1)) {
    let escapes = 0;
    while (json.charCodeAt(at - 1 - escapes) === BACKSLASH) escapes++;
    if (escapes % 2 === 0) return at;
  }
  return json.length;
}
