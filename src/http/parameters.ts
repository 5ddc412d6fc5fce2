import type { Context, MiddlewareHandler } from 'hono';
import { z } from 'zod';
import { RappelError } from '../shared/errors.js';
import { optional, parseInput } from '../tools/parse-input.js';

/**
 * Parses and checks the body of a request as `context.req.valid('json')`. Its type is also what a typed client must
 * send. `name` is what the error calls the parameters; `read` takes bodies that are not JSON.
 */
export function jsonBody<Schema extends z.ZodObject>(
  name: string,
  schema: Schema,
  read: (context: Context) => Promise<unknown> = readJson,
): MiddlewareHandler<object, string, { in: { json: z.input<Schema> }; out: { json: z.output<Schema> } }> {
  return async (context, next) => {
    context.req.addValidatedData('json', parseInput(name, schema, await read(context)));
    await next();
  };
}

/** The same for the parameters in the address, as `context.req.valid('query')`. */
export function query<Schema extends z.ZodObject>(
  name: string,
  schema: Schema,
): MiddlewareHandler<object, string, { in: { query: z.input<Schema> }; out: { query: z.output<Schema> } }> {
  return async (context, next) => {
    context.req.addValidatedData('query', parseInput(name, schema, context.req.query()));
    await next();
  };
}

const LIMIT = 'an integer from 1 to 1000';

/** How many entries of a list are wanted. */
export function limit(usual: number) {
  const given = z.string(LIMIT).transform(Number).pipe(z.int(LIMIT).min(1, LIMIT).max(1_000, LIMIT));
  return optional(given, usual);
}

/** Only JSON that is declared as such: a form on another web page can't send it without a preflight. */
export async function readJson(context: Context): Promise<unknown> {
  const type = context.req.header('content-type');
  if (type === undefined && (await context.req.text()) === '') return {};
  if (!/^application\/json\b/i.test(type ?? '')) {
    throw new RappelError('invalid_input', 'http.no_json');
  }
  const text = await context.req.text();
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new RappelError('invalid_input', 'http.malformed_json', { problem: (error as Error).message });
  }
}
