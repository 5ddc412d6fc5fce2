import { Hono, type MiddlewareHandler } from 'hono';
import { z } from 'zod';
import type { Memory } from '../memory/memory.js';
import type { ServedMemory } from '../memory/served-memory.js';
import { readOnlyMemory } from '../memory/served-memory.js';
import { NONCE, type Proof } from '../service/connection/proof.js';
import { decodeWall, WALL_HEADER } from '../service/connection/wall-header.js';
import { RappelError } from '../shared/errors.js';
import { narrower, type Wall, wallKey } from '../vault/wall.js';
import { errorBody, errorResponse } from './errors.js';
import { createEventStream } from './event-stream.js';
import { exchangeRoutes, isUpload } from './exchange-routes.js';
import { filesRoutes } from './files-routes.js';
import type { Gate, Limits, RequestHead } from './gate.js';
import { bearerOf, headOf, limitsOfToken } from './gate.js';
import { guard } from './guard.js';
import { limitBody, limitJson } from './limit-body.js';
import { type Consents, consentRoutes } from './oauth/consent-routes.js';
import { oauthRoutes } from './oauth/oauth-routes.js';
import type { OwnerOauth } from './oauth/owner-oauth.js';
import { operationsRoutes } from './operations-routes.js';
import { openPageFiles, type PageFiles, page } from './page.js';
import { query } from './parameters.js';
import { FILE_POLICY, pageHeaders } from './policies.js';
import { sessionRoutes } from './session-routes.js';
import { sharedHistoryRoutes } from './shared-history-routes.js';

const MOST_BODY_BYTES = 32 * 1024 * 1024;

export interface AppOptions {
  /** Where the service listens. */
  host: string;
  /** Where a proxy in front of the service is reached, if there is one. */
  publicUrl?: string | null;
  /** Null if no token is required. */
  gate: Gate | null;
  /** Proves to a client that this is the service of its vault. */
  prove(nonce: string): Proof;
  version: string;
  /** The handler of `/mcp`, injected: doors never import each other. */
  mcp?: (request: Request) => Promise<Response>;
  /** The same for another memory. */
  openMcp?: (memory: Memory) => Promise<{ fetch(request: Request): Promise<Response> }>;
  /** Signs in clients that run elsewhere; null where they get a token by hand. */
  oauth?: OwnerOauth | null;
  /** Where people answer such clients; null where they can't sign in. */
  consents?: Consents | null;
  /** The memory is behind a wall already. */
  isWalled?: boolean;
  /** Of all apps of this process; its own where left out. */
  pageFiles?: PageFiles;
}

/** The HTTP door. */
export function createApp(memory: ServedMemory, options: AppOptions) {
  const stream = createEventStream(memory.events);
  const { host, gate, publicUrl = null, oauth = null, pageFiles = openPageFiles() } = options;
  const limited = limitBody(MOST_BODY_BYTES, (context) => context.json(TOO_LARGE, 413));
  return (
    new Hono()
      // Outermost: for files, this policy has the last word.
      .use('/api/files/*', async (context, next) => {
        await next();
        context.res.headers.set('Content-Security-Policy', FILE_POLICY);
      })
      .use('/diagram.html', async (context, next) => {
        await next();
        context.res.headers.set('Content-Security-Policy', pageFiles.diagramPolicy());
      })
      .use(pageHeaders())
      .use(guard(host, gate, publicUrl && new URL(publicUrl).origin, oauth?.metadataUrl))
      // Before everything that answers: its counts and its files are those behind the wall.
      .use(
        options.isWalled
          ? PASS
          : behindWalls(memory, gate, (walled) => openWalled(walled, { ...options, pageFiles })),
      )
      // The last event an answer knows of: a client that then subscribes can tell whether it missed one.
      .use('/api/*', async (context, next) => {
        const { last } = memory.events;
        await next();
        // Not with `context.header`, which would turn the answer into a stream.
        context.res.headers.set('Rappel-Event', last);
        // The vault's times are local and carry no zone: a client elsewhere reads them in this one.
        context.res.headers.set('Rappel-Time-Zone', Intl.DateTimeFormat().resolvedOptions().timeZone);
      })
      // Before the body is limited: a library reads it, from the connection itself.
      .route('/', oauthRoutes(oauth))
      .use((context, next) => (isUpload(context) ? next() : limited(context, next)))
      .use(limitJson((context) => context.json(TOO_MANY, 413)))
      .onError(errorResponse)
      .notFound((context) => context.json(errorBody(new RappelError('not_found', 'http.no_address')), 404))
      .all('/mcp', (context) => options.mcp?.(context.req.raw) ?? context.notFound())
      .get('/api/events', (context) => stream(context))
      .route('/api/session', sessionRoutes(gate))
      // Without a token: clients check with it that this is their service, before they send anything.
      .get('/api/identity', query('identity', identity), (context) =>
        context.json(options.prove(context.req.valid('query').nonce)),
      )
      // Before the operations, whose names a file may have.
      .route('/api/files', filesRoutes(memory))
      .route('/api', operationsRoutes(memory, gate))
      .route('/api', exchangeRoutes(memory))
      .route('/api/consent', consentRoutes(options.consents ?? null))
      .route('/api/sync/shared', sharedHistoryRoutes(memory))
      .get('*', page(gate, pageFiles))
  );
}

/** The same door to a memory behind a wall. */
async function openWalled(
  memory: ServedMemory,
  { mcp: _, openMcp, ...options }: AppOptions,
): Promise<WalledDoor> {
  const mcp = await openMcp?.(memory);
  return createApp(memory, { ...options, isWalled: true, ...(mcp && { mcp: mcp.fetch }) });
}

const PASS: MiddlewareHandler = (_, next) => next();

const TOO_MANY = errorBody(new RappelError('invalid_input', 'http.too_many_values'));
const TOO_LARGE = errorBody(new RappelError('invalid_input', 'http.too_large', { most: '32 MB' }));

const NONCE_FORM = '24 random bytes in base64url';
export const identity = z.object({ nonce: z.string(NONCE_FORM).regex(NONCE, NONCE_FORM) });

/** What answers the requests of one wall. */
interface WalledDoor {
  fetch(request: Request, env?: unknown): Response | Promise<Response>;
}

/**
 * Requests of a client that may see only a part of the vault, or change nothing, go to a door of that part, before any route: a
 * route can't forget it. The token of a request says what it may see; a header can only narrow that.
 */
function behindWalls(
  memory: ServedMemory,
  gate: Gate | null,
  open: (memory: ServedMemory) => Promise<WalledDoor>,
): MiddlewareHandler {
  /** By who may see what; of each, the one that was used last comes last. */
  const doors = new Map<string, Map<string, { door: Promise<WalledDoor>; used: number }>>();

  async function limited({ wall, readOnly }: Limits): Promise<ServedMemory> {
    const walled = wall === null ? memory : await memory.walled(wall);
    return readOnly ? readOnlyMemory(walled) : walled;
  }

  /** `own`: what its token may see. One that names many parts of it takes no part away from others. */
  function openDoor(limits: Limits, own: Wall | null): Promise<WalledDoor> {
    const mine = doors.get(keyOf(own)) ?? new Map<string, { door: Promise<WalledDoor>; used: number }>();
    doors.set(keyOf(own), mine);
    const key = `${limits.readOnly} ${keyOf(limits.wall)}`;
    const known = mine.get(key)?.door;
    const [oldest] = mine;
    if (known === undefined && oldest !== undefined && mine.size >= MOST_DOORS) {
      if (performance.now() - oldest[1].used < IDLE_MS)
        throw new RappelError('busy', 'wall.too_many_of_token', { most: MOST_DOORS });
      mine.delete(oldest[0]);
    }
    const door = known ?? limited(limits).then(open);
    mine.delete(key);
    mine.set(key, { door, used: performance.now() });
    // One that can't be opened now may be at the next request.
    door.catch(() => mine.delete(key));
    return door;
  }

  return async (context, next) => {
    // The page, its files, the login and the proof contain nothing of the memory.
    if (!/^\/(?:api|mcp)(?:\/|$)/.test(context.req.path) || OPEN.includes(context.req.path)) return next();
    const { own, ...limits } = limitsOf(headOf(context), memory, gate);
    if (limits.wall === null && !limits.readOnly) return next();
    return (await openDoor(limits, own)).fetch(context.req.raw, context.env);
  };
}

/** For one token: many more than the projects that a person works in at once. */
const MOST_DOORS = 20;
const IDLE_MS = 30_000;

const keyOf = (wall: Wall | null) => (wall === null ? '' : wallKey(wall));

const OPEN: readonly string[] = ['/api/session', '/api/identity'];

function limitsOf(
  head: RequestHead,
  { tokens }: ServedMemory,
  gate: Gate | null,
): Limits & { own: Wall | null } {
  // Without a gate a token is not needed, but counts all the same.
  const { wall, readOnly } = gate?.limitsOf(head) ?? limitsOfToken(tokens, bearerOf(head));
  const asked = head.header(WALL_HEADER);
  if (asked === undefined) return { wall, readOnly, own: wall };
  return { wall: wall === null ? decodeWall(asked) : narrower(wall, decodeWall(asked)), readOnly, own: wall };
}
