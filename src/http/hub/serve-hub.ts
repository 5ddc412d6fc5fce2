import { getRequestListener } from '@hono/node-server';
import type { Hub } from '../../hub/create-hub.js';
import { keepOpen } from '../../hub/keep-open.js';
import { errorMessage } from '../../shared/errors.js';
import type { AppOptions } from '../app.js';
import { listen } from '../listen.js';
import { canSignIn } from '../oauth/oauth.js';
import { openPageFiles, type PageFiles } from '../page.js';
import { parseAddress } from './addresses.js';
import { createAnswer } from './answer-requests.js';
import { createHubOauth } from './hub-oauth.js';
import { createOpenResponses } from './open-responses.js';
import { createOpenVault, type OpenMcp } from './open-vault.js';
import { createOperators } from './operators.js';
import { createOtherNodes } from './other-nodes.js';
import { createPeopleApp } from './people-app.js';
import { createPersonRequests } from './person-requests.js';
import { createVaultDoors } from './vault-doors.js';
import { watchVaults } from './watch-vaults.js';

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

/** Serves the vaults of a hub, each below an address of its own, until it is closed. Throws if a newer Rappel made the tables. */
export async function serveHub(hub: Hub, options: HubHttpOptions) {
  // Before it listens: a proxy would send it requests.
  await hub.cluster?.check();
  const { host, port, publicUrl, idleMs = IDLE_MS, pageFiles = openPageFiles() } = options;
  const { cluster, people } = hub;
  const { signsIn = canSignIn() } = options;
  let url = '';
  const operators = createOperators(hub, { publicUrl, open: () => vaults.names().length });
  const otherNodes = createOtherNodes(cluster, { publicUrl, count: operators.count });
  const { addressFor } = otherNodes;
  const oauth =
    people === null || publicUrl === null || !signsIn ? null : createHubOauth(people, publicUrl, addressFor);
  const doors = createVaultDoors(hub, { host, publicUrl, pageFiles, url: () => url });
  const openOptions = { ...options, pageFiles, oauth, url: () => url, signOut };
  const open = createOpenVault(hub, doors, openOptions, (name) => close(name));
  const vaults = keepOpen(open, { idleMs, log: (name, error) => hub.log(`${name}: ${errorMessage(error)}`) });

  const responses = createOpenResponses();
  const persons = people === null ? null : createPersonRequests(people);
  const peopleApp =
    people === null
      ? null
      : createPeopleApp(people, { host, publicUrl, pageFiles, addressOf: addressFor, oauth });
  const answerPeople = peopleApp && getRequestListener(peopleApp.fetch, { hostname: host });

  function signOut(secret: string): void {
    people?.sessions.end(secret).then(people.callers.forget, (error) => hub.log(errorMessage(error)));
  }

  function close(name: string): void {
    void responses.cutAfter(name, vaults.close(name));
  }

  const watching = watchVaults(hub, vaults, close);
  const answer = createAnswer({
    cluster,
    doors,
    vaults,
    responses,
    operators,
    otherNodes,
    persons,
    answerPeople,
    oauth,
  });
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
  await cluster?.start(options.nodeUrl ?? url, watching.events);
  void people?.started(publicUrl ?? url);
  watching.start();
  return {
    url,
    async close() {
      watching.stop();
      persons?.close();
      await listening.close();
      await Promise.all([vaults.closeAll(), hub.stopSending()]);
      await cluster?.stop();
      await people?.close();
    },
  };
}
