import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { RappelError } from '../shared/errors.js';
import { giveWay, LONGEST_WAY_OF_SEARCH_MS } from '../shared/yield-to-event-loop.js';
import { words } from '../words/message.js';
import { errorBody } from './errors.js';
import type { RequestHead } from './gate.js';
import { limitRequests } from './overload.js';
import { createSocketOwners } from './socket-owner.js';

interface ListenOptions {
  host: string;
  /** 0 takes any free port. */
  port: number;
  /** Null where the system tells the user's own connections from others'. */
  admits: Admits | null;
  /** The most requests at once, streams included. */
  mostRequests?: number;
}

/**
 * Listens until it is closed. Requests under way that may change something are answered before, for at most `LONGEST_END_MS`.
 * Throws `busy` if the port is taken.
 */
export async function listen(
  answer: RequestListener,
  { host, port, admits, mostRequests }: ListenOptions,
): Promise<{ url: string; close(): Promise<void> }> {
  const admission = createAdmission(answer, admits, mostRequests);
  const keepAliveTimeout = admits === null ? KEPT_MS : KEPT_STRANGERS_MS;
  const server = createServer({ ...TIME_LIMITS, keepAliveTimeout }, admission.listener);
  admission.watch(server);
  const close = createClose(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(cannotListen(error, host, port)));
    server.listen(port, host, resolve);
  });
  server.maxConnections = Math.max(1_000, 2 * (mostRequests ?? 0));
  return { url: urlOf(server), close };
}

/** The head of a request arrives at once from any client; a large body may take longer. */
const TIME_LIMITS = { headersTimeout: 10_000, requestTimeout: 300_000, connectionsCheckingInterval: 5_000 };

/** A connection stays open for so long after an answer: the owner of a new one is looked up, which an answer waits for. */
const KEPT_MS = 60_000;
/** The same where anyone may connect. */
const KEPT_STRANGERS_MS = 5_000;

/** How long requests may take to end when the service stops; an answer of a model may take minutes. */
const LONGEST_END_MS = 5_000;

/** Must be called before the server listens. */
function createClose(server: Server): () => Promise<void> {
  const unanswered = new Set<ServerResponse>();
  let accepted = 0;
  let isClosing = false;
  server.on('connection', () => {
    accepted++;
  });
  server.prependListener('request', ({ method }: IncomingMessage, response: ServerResponse) => {
    response.shouldKeepAlive &&= !isClosing;
    // What only reads can be asked again, by a browser or a proxy without a person's help, and may be a stream without an end.
    if (method === 'GET' || method === 'HEAD') return;
    unanswered.add(response);
    response.once('close', () => unanswered.delete(response));
  });
  return async () => {
    isClosing = true;
    for (const response of unanswered) response.shouldKeepAlive = false;
    // The system may have completed connections that this process did not accept yet: closing would reset them.
    const late = AbortSignal.timeout(LONGEST_END_MS);
    for (let before = -1; accepted > before && !late.aborted; await pollOnce()) before = accepted;
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    while (unanswered.size > 0 && !late.aborted) {
      const [response] = unanswered;
      await once(response!, 'close', { signal: late }).catch(() => {});
    }
    server.closeAllConnections();
    await closed;
  };
}

/** Lets the event loop take what the system has for it. The first turn may have begun before this was called. */
async function pollOnce(): Promise<void> {
  await setImmediate();
  await setImmediate();
}

/** By address: a name like `localhost` may lead a client to another program's socket. */
function urlOf(server: Server): string {
  const { address, port } = server.address() as AddressInfo;
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}`;
}

function cannotListen(error: NodeJS.ErrnoException, host: string, port: number): RappelError {
  const reason = error.code === 'EADDRINUSE' ? words`the port is in use` : (error.code ?? error.message);
  return new RappelError('busy', 'service.cannot_listen', { host, port, reason });
}

/** The most connections of unauthenticated clients. One more closes the oldest: a real client authenticates quickly. */
const MOST_STRANGE_CONNECTIONS = 100;
const MOST_STRANGE_REQUESTS = 32;
/** A request without the token has hardly any body. */
const LONGEST_STRANGE_BODY_MS = 5_000;

/** Whether a request carries what lets it in. */
type Admits = (head: RequestHead, url: string) => boolean | Promise<boolean>;

/**
 * Decides on every request before its body is read. Unauthenticated clients have their own quotas of connections
 * and requests, so they can't use up those of the user's programs.
 *
 * With `admits`, requests with a token are let in. Without it, the service listens only on loopback and lets in
 * the user's own processes (and root, which can read everything anyway); other users of this machine are refused.
 */
function createAdmission(
  answer: RequestListener,
  admits: Admits | null,
  mostRequests?: number,
): { listener: RequestListener; watch(server: Server): void } {
  const ownerOf = createSocketOwners();
  const answerKnown = limitRequests(answer, mostRequests);
  const answerStranger = limitRequests(admits === null ? refuse : answer, MOST_STRANGE_REQUESTS);
  const strangers = new Set<Socket>();
  const verdicts = new WeakMap<Socket, Promise<boolean>>();

  async function isOwn(socket: Socket): Promise<boolean> {
    const uid = await ownerOf(socket);
    return uid !== null && (uid === process.geteuid?.() || uid === 0);
  }

  function isKnown(request: IncomingMessage): boolean | Promise<boolean> {
    if (admits === null) return verdicts.get(request.socket) ?? false;
    const header = (name: string) => {
      const value = request.headers[name];
      return Array.isArray(value) ? value.join(', ') : value;
    };
    const url = request.url ?? '';
    return admits({ method: request.method ?? '', path: url.split('?', 1)[0]!, header }, url);
  }

  function addStranger(socket: Socket): void {
    if (socket.destroyed) return;
    strangers.add(socket);
    socket.once('close', () => strangers.delete(socket));
    if (strangers.size <= MOST_STRANGE_CONNECTIONS) return;
    const oldest = strangers.values().next().value!;
    strangers.delete(oldest);
    oldest.destroy();
  }

  return {
    async listener(request, response) {
      response.once('close', giveWay());
      const known = await isKnown(request);
      // The connection closed during the lookup: a response that is already closed would never free its slot.
      if (response.destroyed) return;
      if (known) {
        strangers.delete(request.socket);
        return answerKnown(request, response);
      }
      limitBodyTime(request);
      // The rest of its body is not awaited.
      if (request.method !== 'GET' && request.method !== 'HEAD') response.shouldKeepAlive = false;
      return answerStranger(request, response);
    },
    /** Must be called before the server listens. */
    watch(server) {
      server.on('connection', (socket: Socket) => {
        if (admits !== null) return addStranger(socket);
        // The table of sockets is read in many short steps, each of which would wait for a stretch of long work.
        const verdict = isOwn(socket).finally(giveWay(LONGEST_WAY_OF_SEARCH_MS));
        verdicts.set(socket, verdict);
        void verdict.then((own) => own || addStranger(socket));
      });
    },
  };
}

function limitBodyTime(request: IncomingMessage): void {
  const timer = setTimeout(() => request.socket.destroy(), LONGEST_STRANGE_BODY_MS);
  for (const event of ['end', 'close'] as const) request.once(event, () => clearTimeout(timer));
}

function refuse(_: IncomingMessage, response: ServerResponse): void {
  response.writeHead(403, { 'content-type': 'application/json', connection: 'close' });
  response.end(REFUSAL);
}

const REFUSAL = JSON.stringify(errorBody(new RappelError('outside_vault', 'http.other_user')));
