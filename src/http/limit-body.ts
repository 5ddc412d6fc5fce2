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
