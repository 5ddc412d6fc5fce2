import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Cluster } from '../../hub/cluster.js';
import { RappelError } from '../../shared/errors.js';
import { errorBody } from '../errors.js';
import { isSame } from '../sessions.js';
import { CLIENT_HEADER, clientAddress } from './client-address.js';
import type { Operators } from './operators.js';
import { sendJson } from './send-json.js';
import type { ReadRequest } from './sign-in.js';

/** How long a request waits for another node to lead its vault, and how often it looks. */
const LONGEST_HANDOVER_MS = 12_000;
const LOOK_MS = 250;

const NO_LEADER = errorBody(new RappelError('busy', 'hub.no_leader'));

export type OtherNodes = ReturnType<typeof createOtherNodes>;

/** What a node of a hub has to do with the others; `cluster` is null where there are none. */
export function createOtherNodes(
  cluster: Cluster | null,
  { publicUrl, count }: { publicUrl: string | null; count: Operators['count'] },
) {
  /** True for a request that another node forwarded: it is answered here. */
  function isFromNode({ headers }: IncomingMessage): boolean {
    const [secret, given] = [cluster?.secret(), headers[FORWARDED_HEADER]];
    return typeof given === 'string' && typeof secret === 'string' && isSame(given, secret);
  }

  /** Where a request came from, before the nodes. */
  function addressFor(request: IncomingMessage): string {
    return clientAddress(request, { isFromNode: isFromNode(request), publicUrl });
  }

  /** Forwards a request to the node that leads its vault; false if this node should answer it. */
  async function passOn(
    name: string,
    path: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<boolean> {
    if (cluster === null || isFromNode(request)) return false;
    const started = performance.now();
    while (!response.destroyed) {
      const leader = await cluster.leaderOf(name);
      const secret = cluster.secret();
      if (leader === null || secret === null) return false;
      const isGone = leader === cluster.node.url;
      const result = isGone
        ? 'unreachable'
        : await forward(request, response, { url: leader, path, secret, client: addressFor(request) });
      if (result === 'answered') {
        count('forwarded');
        return true;
      }
      cluster.forget(name);
      if (result === 'cut' || performance.now() - started > LONGEST_HANDOVER_MS) {
        count('unreachable');
        sendJson(response, 503, NO_LEADER);
        return true;
      }
      await wait(LOOK_MS);
    }
    return true;
  }

  return { addressFor, passOn };
}

/** The header with the secret of the hub: the request was forwarded, and is not forwarded again. */
const FORWARDED_HEADER = 'rappel-hub';

/** A node that is there accepts a connection at once. */
const LONGEST_CONNECT_MS = 2_000;
/** A stream of events shows a sign of life every 15 s, and an answer with a model takes minutes. */
const LONGEST_SILENCE_MS = 300_000;

type Forwarded =
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
