import { type IncomingHttpHeaders, request, type ServerResponse } from 'node:http';
import { CLIENT_HEADER } from './client-address.js';
import type { ReadRequest } from './sign-in.js';

/** The header with the secret of the hub: the request was forwarded, and is not forwarded again. */
export const FORWARDED_HEADER = 'rappel-hub';

/** A node that is there accepts a connection at once. */
const LONGEST_CONNECT_MS = 2_000;
/** A stream of events shows a sign of life every 15 s, and an answer with a model takes minutes. */
const LONGEST_SILENCE_MS = 300_000;

export type Forwarded =
  /** The answer is under way to the client, or the client is gone. */
  | 'answered'
  /** Nothing was sent, or the request only reads: it can be sent to another node. */
  | 'unreachable'
  /** It is not known what the node did with it. */
  | 'cut';

/** Sends a request to the node at `url`, and its answer back as it comes. */
export function forward(
  incoming: ReadRequest,
  response: ServerResponse,
  { url, path, secret, client }: { url: string; path: string; secret: string; client: string },
): Promise<Forwarded> {
  return new Promise((resolve) => {
    let isConnected = false;
    const { method, headers } = incoming;
    const outgoing = request(new URL(path, url), {
      ...(method && { method }),
      // The host stays that of the client: the guard of the vault looks at it.
      headers: {
        ...withoutHops(headers),
        [FORWARDED_HEADER]: secret,
        [CLIENT_HEADER]: client,
        via: '1.1 rappel',
        connection: 'close',
      },
      agent: false,
    });
    const giveUp = () => void outgoing.destroy();
    const timer = setTimeout(() => outgoing.destroy(new Error('no connection')), LONGEST_CONNECT_MS);
    outgoing.setTimeout(LONGEST_SILENCE_MS, () => outgoing.destroy(new Error('silent')));
    outgoing.on('socket', (socket) =>
      socket.once('connect', () => {
        clearTimeout(timer);
        isConnected = true;
        if (incoming.rawBody === undefined) incoming.pipe(outgoing);
        else outgoing.end(incoming.rawBody);
      }),
    );
    outgoing.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, withoutHops(answer.headers));
      // An answer that ends too early must not look complete.
      answer.on('error', () => response.destroy());
      answer.on('aborted', () => response.destroy());
      answer.pipe(response);
      resolve('answered');
    });
    outgoing.on('error', () => {
      clearTimeout(timer);
      // A request that waits for a new leader is tried many times, always with the same response.
      response.off('close', giveUp);
      if (response.headersSent) response.destroy();
      const mayHaveActed = isConnected && method !== 'GET' && method !== 'HEAD';
      resolve(response.destroyed ? 'answered' : mayHaveActed ? 'cut' : 'unreachable');
    });
    response.once('close', giveUp);
  });
}

/** Of one connection each. */
const HOPS = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'te', 'trailer', 'expect']);

function withoutHops(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !HOPS.has(name)));
}
