import { Hono } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import type { ServedMemory } from '../memory/served-memory.js';
import type { Proof } from '../service/connection/proof.js';
import { activitiesRoutes } from './activities-routes.js';
import { errorResponse } from './errors.js';
import { createEventStream } from './event-stream.js';
import { exampleRoutes } from './example-routes.js';
import { filesRoutes } from './files-routes.js';
import type { Gate } from './gate.js';
import { guard } from './guard.js';
import { historyRoutes } from './history-routes.js';
import { identityRoutes } from './identity-routes.js';
import { inboxRoutes } from './inbox-routes.js';
import { limitBody } from './limit-body.js';
import { page } from './page.js';
import { searchRoutes } from './search-routes.js';
import { sessionRoutes } from './session-routes.js';
import { toolsRoutes } from './tools-routes.js';
import { updatesRoutes } from './updates-routes.js';

const MOST_BODY_BYTES = 32 * 1024 * 1024;

export interface AppOptions {
  /** Where the service listens. */
  host: string;
  /** Null if no token is required. */
  gate: Gate | null;
  /** Proves to a client that this is the service of its vault. */
  prove(nonce: string): Proof;
  version: string;
  /** The handler of `/mcp`, injected: doors never import each other. */
  mcp?: (request: Request) => Promise<Response>;
}

/** The HTTP door. The page's client is derived from its type. */
export function createApp(memory: ServedMemory, options: AppOptions) {
  const stream = createEventStream(memory.events);
  const { host, gate } = options;
  return (
    new Hono()
      // Outermost: for files, this policy has the last word.
      .use('/api/files/*', async (context, next) => {
        await next();
        context.res.headers.set('Content-Security-Policy', FILE_POLICY);
      })
      .use(
        secureHeaders({
          contentSecurityPolicy: POLICY,
          crossOriginResourcePolicy: 'same-origin',
          referrerPolicy: 'no-referrer',
        }),
      )
      .use(guard(host, gate))
      // The last event an answer knows of: a client that then subscribes can tell whether it missed one.
      .use('/api/*', async (context, next) => {
        const { last } = memory.events;
        await next();
        // Not with `context.header`, which would turn the answer into a stream.
        context.res.headers.set('Rappel-Event', last);
      })
      .use(limitBody(MOST_BODY_BYTES, (context) => context.json({ error: TOO_LARGE }, 413)))
      .onError(errorResponse)
      .notFound((context) =>
        context.json({ error: { code: 'not_found', message: 'no such address', hint: null } }, 404),
      )
      .all('/mcp', (context) => options.mcp?.(context.req.raw) ?? context.notFound())
      .get('/api/health', (context) => context.json({ version: options.version, ...memory.health() }))
      .get('/api/events', (context) => stream(context))
      .get('/api/status', async (context) => context.json(await memory.status()))
      .get('/api/tree', async (context) => context.json({ tree: await memory.files.tree() }))
      .route('/api/session', sessionRoutes(gate))
      .route('/api/identity', identityRoutes(options.prove))
      .route('/api', updatesRoutes(memory, stream))
      .route('/api', activitiesRoutes(memory))
      .route('/api/example', exampleRoutes(memory))
      .route('/api/search', searchRoutes(memory))
      .route('/api', toolsRoutes(memory))
      .route('/api/files', filesRoutes(memory))
      .route('/api/inbox', inboxRoutes(memory))
      .route('/api/history', historyRoutes(memory))
      .get('*', page())
  );
}

export type AppType = ReturnType<typeof createApp>;

const TOO_LARGE = {
  code: 'invalid_input',
  message: 'the request is larger than 32 MB',
  hint: 'Send less at once.',
};

/** Nothing in a vault may run as a page. */
const FILE_POLICY = "default-src 'none'; sandbox";

const POLICY = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
  connectSrc: ["'self'"],
  fontSrc: ["'self'"],
  manifestSrc: ["'self'"],
  baseUri: ["'none'"],
  formAction: ["'none'"],
  frameAncestors: ["'none'"],
};
