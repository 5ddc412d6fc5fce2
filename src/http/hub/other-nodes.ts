import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Cluster } from '../../hub/cluster.js';
import { RappelError } from '../../shared/errors.js';
import { errorBody } from '../errors.js';
import { isSame } from '../sessions.js';
import { clientAddress } from './client-address.js';
import { FORWARDED_HEADER, forward } from './forward.js';
import type { Operators } from './operators.js';
import { sendJson } from './send-json.js';

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
