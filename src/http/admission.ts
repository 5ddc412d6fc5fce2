import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { RappelError } from '../shared/errors.js';
import { giveWay, LONGEST_WAY_OF_SEARCH_MS } from '../shared/yield-to-event-loop.js';
import { errorBody } from './errors.js';
import type { RequestHead } from './gate.js';
import { limitRequests } from './overload.js';
import { createSocketOwners } from './socket-owner.js';

/** The most connections of unauthenticated clients. One more closes the oldest: a real client authenticates quickly. */
const MOST_STRANGE_CONNECTIONS = 100;
const MOST_STRANGE_REQUESTS = 32;
/** A request without the token has hardly any body. */
const LONGEST_STRANGE_BODY_MS = 5_000;

/** Whether a request carries what lets it in. */
export type Admits = (head: RequestHead, url: string) => boolean | Promise<boolean>;

/**
 * Decides on every request before its body is read. Unauthenticated clients have their own quotas of connections
 * and requests, so they can't use up those of the user's programs.
 *
 * With `admits`, requests with a token are let in. Without it, the service listens only on loopback and lets in
 * the user's own processes (and root, which can read everything anyway); other users of this machine are refused.
 */
export function createAdmission(
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
