import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Hub } from '../../hub/create-hub.js';
import type { KeptOpen } from '../../hub/keep-open.js';
import type { Caller } from '../../hub/people/callers.js';
import { askedBy } from '../../shared/asker.js';
import { RappelError } from '../../shared/errors.js';
import { errorBody, statusOf } from '../errors.js';
import { parseAddress, type VaultAddress } from './addresses.js';
import type { HubOauth } from './hub-oauth.js';
import type { OpenResponses } from './open-responses.js';
import type { OpenVault } from './open-vault.js';
import type { Operators } from './operators.js';
import type { OtherNodes } from './other-nodes.js';
import { headOfRequest, type PersonRequests, TOO_OFTEN } from './person-requests.js';
import { sendJson } from './send-json.js';
import { givesToken } from './sign-in.js';
import type { VaultDoors } from './vault-doors.js';

interface AnswerDeps {
  cluster: Hub['cluster'];
  doors: VaultDoors;
  vaults: KeptOpen<OpenVault>;
  responses: OpenResponses;
  operators: Operators;
  otherNodes: OtherNodes;
  /** Null where only tokens let in. */
  persons: PersonRequests | null;
  /** What is outside of all vaults: people and their sign-in. Null where only tokens let in. */
  answerPeople: RequestListener | null;
  /** Null where assistants elsewhere can't sign in. */
  oauth: HubOauth | null;
}

/** Answers the requests of a hub: at its operators' addresses, for its people, for each of its vaults. */
export function createAnswer(deps: AnswerDeps) {
  const { cluster, doors, vaults, responses, operators, persons, answerPeople, oauth } = deps;
  const { addressFor, passOn } = deps.otherNodes;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '';
    const address = parseAddress(path);
    if (address === null) {
      if (operators.answer(request, response)) return;
      if (answerPeople === null) sendJson(response, 404, NO_ADDRESS);
      else answerPeople(request, response);
      return;
    }
    const { name, rest } = address;
    if (rest === '') {
      // Relative: a proxy may have removed the beginning of the path.
      response.writeHead(308, { location: `${name}/` }).end();
      return;
    }
    try {
      request.url = rest;
      const caller = (await persons?.identify(headOfRequest(request), name)) ?? null;
      if (caller === null && (await refuse(address, request, response))) return;
      if (await passOn(name, path, request, response)) return;
      if (caller !== null) return await answerPerson(caller, name, path, request, response);
      const acquired = await acquire(name, path, request, response);
      if (acquired === null) return;
      operators.count('here');
      acquired.opened.listener(request, response);
    } catch (error) {
      if (!response.headersSent) sendJson(response, statusOf(error), errorBody(error));
    }
  }

  /**
   * Answers a request without access at this node, by the same steps whether there is such a vault or not. False for one with the token of
   * the vault, or a session with it.
   */
  async function refuse(
    { name, rest }: VaultAddress,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<boolean> {
    const door = doors.find(name);
    if (door.gate.admits(headOfRequest(request))) return false;
    // Among several nodes only the leader lets browsers in, which is written down.
    if (cluster !== null && (await givesToken(request, pathOf(request), door.gate))) return false;
    if (persons !== null && isVisit(request)) {
      response.writeHead(302, { location: signInAddress(name, rest) }).end();
      return true;
    }
    if (oauth !== null && pathOf(request) === '/mcp')
      response.setHeader('www-authenticate', `Bearer resource_metadata="${oauth.metadataUrl(name)}"`);
    door.entrance(request, response);
    return true;
  }

  async function answerPerson(
    caller: Caller,
    name: string,
    path: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    if (!persons!.count(caller)) {
      response.setHeader('retry-after', '60');
      return sendJson(response, 429, errorBody(TOO_OFTEN));
    }
    const acquired = await acquire(name, path, request, response);
    if (acquired === null) return;
    const listener = await acquired.opened.listenerOf(caller);
    operators.count('here');
    persons!.watch(headOfRequest(request), name, response);
    askedBy(persons!.askerOf(caller, name, addressFor(request)), () => listener(request, response));
  }

  /** Keeps a vault open until the response ends. Null where the request is answered: another node was faster to lead the vault. */
  async function acquire(name: string, path: string, request: IncomingMessage, response: ServerResponse) {
    try {
      const { opened, release } = await vaults.acquire(name);
      if (response.destroyed) release();
      else {
        response.once('close', release);
        responses.add(name, response);
      }
      return response.destroyed ? null : { opened };
    } catch (error) {
      const isTaken = (error as Partial<RappelError>).code === 'busy';
      if (isTaken && (await passOn(name, path, request, response))) return null;
      throw error;
    }
  }

  return answer;
}

const NO_ADDRESS = errorBody(new RappelError('not_found', 'http.no_address'));

/** A browser that opens a page; with `?token` it wants to give the token of the vault. */
function isVisit({ method, url = '', headers }: IncomingMessage): boolean {
  const isPage = !/^\/(?:api|mcp|assets)(?:\/|$)/.test(url) && !url.includes('?token');
  return method === 'GET' && isPage && headers['sec-fetch-dest'] === 'document';
}

/** Relative, as in `Location`: a proxy may have removed the beginning of the path. */
function signInAddress(name: string, rest: string): string {
  const depth = rest.replace(/[?#].*$/s, '').split('/').length;
  return `${'../'.repeat(depth)}?next=${encodeURIComponent(`v/${name}${rest}`)}`;
}

function pathOf({ url = '' }: IncomingMessage): string {
  return url.split('?', 1)[0]!;
}
