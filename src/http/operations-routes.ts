import type { IncomingMessage } from 'node:http';
import { type Context, Hono } from 'hono';
import { compress } from 'hono/compress';
import { streamSSE } from 'hono/streaming';
import type { Memory } from '../memory/memory.js';
import { type AnyOperation, type OperationName, operationNamed } from '../operations/list.js';
import type { Context as Asking } from '../operations/operation.js';
import { RappelError } from '../shared/errors.js';
import { errorBody } from './errors.js';
import type { Gate } from './gate.js';
import { headOf } from './gate.js';
import { hostName, isLoopback } from './guard.js';
import { readJson } from './parameters.js';

const HEARTBEAT_MS = 15_000;

/**
 * Every operation as `POST /api/NAME`: its input is the body, its output the answer. One that only reads answers `GET` too, without input:
 * a browser can load that ahead. A client that accepts a stream of events gets what happens until then, and the answer as its last.
 */
export function operationsRoutes({ run }: Memory, gate: Gate | null) {
  const compressed = compress();
  return new Hono().on(['GET', 'POST'], '/*', async (context, next) => {
    const name = context.req.path.slice('/api/'.length);
    const operation = await operationNamed(name);
    const isGet = context.req.method === 'GET';
    if (operation === null || operation.raw || (isGet && operation.role !== 'reader')) return next();
    if (operation.ownPage && !isOwnPage(context, gate)) return context.json(NOT_OWN_PAGE, 403);
    const input = isGet ? {} : await (name === 'update' ? readUpdate : readJson)(context);
    const isOwnMachine = isAskedFromThisMachine(context, gate);
    const answered = (asking: Asking) =>
      run(name as OperationName, input as never, { ...asking, isOwnMachine });
    if (context.req.header('accept')?.includes('text/event-stream'))
      return stream(context, (asking) => answered({ ...asking, ...endsWith(operation, context) }));
    const output = await answered(endsWith(operation, context));
    await compressed(context, async () => {
      context.res = context.json(output ?? {}, isAccepted(output) ? 202 : 200);
    });
    return context.res;
  });
}

/** What only reads ends with its client; a change that has begun is finished. */
function endsWith({ role }: AnyOperation, { req }: Context): Asking {
  return role === 'reader' ? { signal: req.raw.signal } : {};
}

/** The work is stored and goes on without the client. */
function isAccepted(output: unknown): boolean {
  return (output as { status?: unknown } | null)?.status === 'accepted';
}

/** Until something happens, an error is answered as any other. */
async function stream(context: Context, work: (asking: Asking) => Promise<unknown>): Promise<Response> {
  const events: [name: string, data: unknown][] = [];
  let wake = () => {};
  const add = (name: string, data: unknown) => {
    events.push([name, data]);
    wake();
  };
  const begun = new Promise<void>((resolve) => {
    wake = resolve;
  });
  const answered = work({ onEvent: (event) => add(event.type, event) });
  await Promise.race([begun, answered]);
  let isOver = false;
  const ended = answered
    .then(
      (answer) => add('answer', answer),
      (error: unknown) => add('error', errorBody(error)),
    )
    .finally(() => {
      isOver = true;
      wake();
    });
  return streamSSE(context, async (sent) => {
    const heartbeat = setInterval(() => wake(), HEARTBEAT_MS);
    try {
      while (!isOver || events.length > 0) {
        const [event] = events.splice(0, 1);
        if (event !== undefined) {
          await sent.writeSSE({ event: event[0], data: JSON.stringify(event[1]) });
          continue;
        }
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        if (events.length === 0 && !isOver) await sent.write(': alive\n\n');
      }
      await ended;
    } finally {
      clearInterval(heartbeat);
    }
  });
}

/**
 * The body of an update: JSON, or a form with the same fields, whose files are the images (`curl -F text=… -F
 * images=@board.png`). Requests from other web pages never come here: their origin is refused.
 */
async function readUpdate(context: Context): Promise<unknown> {
  if (!/^multipart\/form-data\b/i.test(context.req.header('content-type') ?? '')) return readJson(context);
  const fields: Record<string, string> = { text: '' };
  const files: Promise<{ name: string; media_type: string; data: string }>[] = [];
  const form = await context.req.formData().catch((error: Error) => {
    throw new RappelError('invalid_input', 'http.malformed_form', { problem: error.message });
  });
  form.forEach((value, name) => {
    if (typeof value === 'string') fields[name] = value;
    else files.push(encoded(value));
  });
  return { ...fields, images: await Promise.all(files) };
}

async function encoded(file: File) {
  const data = Buffer.from(await file.arrayBuffer()).toString('base64');
  return { name: file.name, media_type: file.type, data };
}

/**
 * For what changes this machine rather than the vault: settings, keys, tokens, other programs' files. Only the page itself
 * may ask for it, in a browser on this machine; never a page elsewhere, nor a program with a token. The guard has checked
 * that the origin is the service's own.
 */
function isOwnPage(context: Context, gate: Gate | null): boolean {
  const { req } = context;
  // Not the origin of a proxy, which the guard allows too.
  const isOwnOrigin = req.header('origin') === `http://${req.header('host')}`;
  return isAskedFromThisMachine(context, gate) && isOwnOrigin;
}

/** True if the request comes from this machine, from a browser that logged in where a token is required. */
function isAskedFromThisMachine(context: Context, gate: Gate | null): boolean {
  const { req } = context;
  const name = hostName(req.header('host') ?? '');
  if (name === null || !isLoopback(name)) return false;
  // A proxy on this machine speaks for clients elsewhere.
  if (FORWARDED.some((header) => req.header(header) !== undefined)) return false;
  const { incoming } = (context.env ?? {}) as { incoming?: IncomingMessage };
  const address = incoming?.socket.remoteAddress?.replace(/^::ffff:/, '');
  if (address === undefined || !isLoopback(address)) return false;
  return gate === null || gate.hasSession(headOf(context));
}

const FORWARDED = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];

const NOT_OWN_PAGE = errorBody(new RappelError('protected', 'http.own_page_only'));
