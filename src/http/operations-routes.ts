import { Hono } from 'hono';
import { compress } from 'hono/compress';
import type { Memory } from '../memory/memory.js';
import { type OperationName, operationNamed } from '../operations/list.js';
import { readJson } from './parameters.js';

/**
 * Every operation as `POST /api/NAME`: its input is the body, its output the answer. One that only reads answers `GET` too, without input:
 * a browser can load that ahead.
 */
export function operationsRoutes(memory: Memory) {
  return new Hono().on(['GET', 'POST'], '/*', compress(), async (context, next) => {
    const name = context.req.path.slice('/api/'.length);
    const operation = await operationNamed(name);
    const isGet = context.req.method === 'GET';
    if (operation === null || (isGet && operation.role !== 'reader')) return next();
    const input = isGet ? {} : ((await readJson(context)) as object);
    // What only reads ends with its client; a change that has begun is finished.
    const { signal } = context.req.raw;
    const output = await memory.run(
      name as OperationName,
      input as never,
      operation.role === 'reader' ? { signal } : {},
    );
    return context.json((output ?? {}) as object);
  });
}
