import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { RappelError } from '../shared/errors.js';
import { words } from '../words/message.js';
import { type Admits, createAdmission } from './admission.js';

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
