import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Hub } from '../../hub/create-hub.js';
import { keepOpen } from '../../hub/keep-open.js';
import type { Caller } from '../../hub/people/callers.js';
import { askedBy } from '../../shared/asker.js';
import type { RappelError } from '../../shared/errors.js';
import type { AppOptions } from '../app.js';
import { errorBody, refusal, statusOf } from '../errors.js';
import { listen } from '../listen.js';
import { canSignIn } from '../oauth/oauth.js';
import { openPageFiles, type PageFiles } from '../page.js';
import { parseAddress } from './addresses.js';
import { createHubOauth } from './hub-oauth.js';
import { createOpenResponses } from './open-responses.js';
import { createOpenVault, type OpenMcp } from './open-vault.js';
import { createOperators } from './operators.js';
import { createOtherNodes } from './other-nodes.js';
import { createPeopleApp } from './people-app.js';
import { createPersonRequests, headOfRequest, TOO_OFTEN } from './person-requests.js';
import { sendJson } from './send-json.js';
import { givesToken } from './sign-in.js';
import { createVaultDoors } from './vault-doors.js';

export interface HubHttpOptions extends Pick<AppOptions, 'host' | 'version'> {
  /** 0 takes any free port. */
  port: number;
  publicUrl: string | null;
  /** Where other nodes reach this one; where it listens, if left out. */
  nodeUrl?: string | null;
  /** A vault that nobody used for this long is closed. */
  idleMs?: number;
  /** Of the build where left out. */
  pageFiles?: PageFiles;
  openMcp: OpenMcp;
  /** Whether assistants elsewhere can sign in; left out, where this Node is new enough for it. */
  signsIn?: boolean;
}

const IDLE_MS = 5 * 60_000;
/** Every person has a stream open. */
const MOST_REQUESTS = 2_000;
const WORK_EVERY_MS = 60_000;
const REMOVED_EVERY_MS = 1_000;

/** Serves the vaults of a hub, each below an address of its own, until it is closed. */
export async function serveHub(hub: Hub, options: HubHttpOptions) {
  const { host, port, publicUrl, idleMs = IDLE_MS, pageFiles = openPageFiles() } = options;
  const { cluster, people } = hub;
  const { signsIn = canSignIn() } = options;
  let url = '';
  const operators = createOperators(hub, { publicUrl, open: () => vaults.names().length });
  const { addressFor, passOn } = createOtherNodes(cluster, { publicUrl, count: operators.count });
  const oauth =
    people === null || publicUrl === null || !signsIn ? null : createHubOauth(people, publicUrl, addressFor);
  const doors = createVaultDoors(hub, { host, publicUrl, pageFiles, url: () => url });
  const openOptions = { ...options, pageFiles, oauth, url: () => url, signOut };
  const open = createOpenVault(hub, doors, openOptions, (name) => close(name));
  const vaults = keepOpen(open, { idleMs, log: (name, error) => hub.log(`${name}: ${String(error)}`) });

  const responses = createOpenResponses();
  const persons = people === null ? null : createPersonRequests(people);
  const peopleApp =
    people === null
      ? null
      : createPeopleApp(people, { host, publicUrl, pageFiles, addressOf: addressFor, oauth });
  const answerPeople = peopleApp && getRequestListener(peopleApp.fetch, { hostname: host });

  function signOut(secret: string): void {
    people?.sessions.end(secret).then(people.callers.forget, (error) => hub.log(String(error)));
  }

  function close(name: string): void {
    void responses.cutAfter(name, vaults.close(name));
  }

  /** Requests for a removed vault are refused at once; those under way end here. */
  function closeRemoved(): void {
    for (const name of vaults.names()) if (hub.isRemoved(name)) close(name);
  }

  /** Its leader is gone. Without work that waits, it is opened by the next request for it. */
  function orphaned(name: string, waits: boolean): void {
    if (waits || hub.hasWork(name)) vaults.open(name);
    else cluster!.discard(name).catch(() => {});
  }

  /** Updates wait in a vault that nobody opens if the hub was stopped before they were filed. */
  async function openWaiting(): Promise<void> {
    const waiting = new Set((await cluster?.remotes.waiting()) ?? []);
    for (const name of hub.names()) {
      if (vaults.names().includes(name) || !(waiting.has(name) || hub.hasWork(name))) continue;
      if ((await cluster?.leaderOf(name)) == null) vaults.open(name);
    }
  }

  function lookForWork(): void {
    openWaiting().catch((error) => hub.log(String(error)));
  }

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
    { name, rest }: { name: string; rest: string },
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
      return sendJson(response, 429, refusal('busy', TOO_OFTEN, 'Wait a minute.'));
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

  const listening = await listen((request, response) => void answer(request, response), {
    host,
    port,
    mostRequests: MOST_REQUESTS,
    async admits(given, path) {
      const { name, rest } = parseAddress(path) ?? {};
      if (name === undefined || rest === undefined) return false;
      const head = { ...given, path: rest.split('?', 1)[0]! };
      if (doors.find(name).gate.admits(head)) return true;
      return (await persons?.identify(head, name).catch(() => null)) != null;
    },
  });
  ({ url } = listening);
  void people?.started(publicUrl ?? url);
  await cluster?.start(options.nodeUrl ?? url, {
    lost: close,
    resumed(name) {
      close(name);
      vaults.open(name);
    },
    orphaned,
    removed: close,
    left: hub.sendLeft,
  });
  lookForWork();
  const looking = setInterval(lookForWork, WORK_EVERY_MS);
  looking.unref();
  const closing = setInterval(closeRemoved, REMOVED_EVERY_MS);
  closing.unref();
  return {
    url,
    async close() {
      clearInterval(looking);
      clearInterval(closing);
      persons?.close();
      await listening.close();
      await Promise.all([vaults.closeAll(), hub.stopSending()]);
      await cluster?.stop();
      await people?.close();
    },
  };
}

const NO_ADDRESS = refusal('not_found', 'no such address');

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
