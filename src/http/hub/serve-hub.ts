import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Hub } from '../../hub/create-hub.js';
import { keepOpen, type Openable } from '../../hub/keep-open.js';
import type { Memory } from '../../memory/memory.js';
import { type AppOptions, createApp } from '../app.js';
import { errorBody, refusal, statusOf } from '../errors.js';
import { listen } from '../listen.js';
import { openPageFiles } from '../page.js';
import { addressOf, parseAddress } from './addresses.js';
import { createVaultDoors, type VaultDoor } from './vault-doors.js';

export interface HubHttpOptions extends Pick<AppOptions, 'host' | 'version'> {
  /** 0 takes any free port. */
  port: number;
  publicUrl: string | null;
  /** A vault that nobody used for this long is closed. */
  idleMs?: number;
  openMcp(memory: Memory): Promise<{ fetch(request: Request): Promise<Response>; close(): Promise<void> }>;
}

interface OpenVault extends Openable {
  listener: RequestListener;
}

const IDLE_MS = 5 * 60_000;
/** Every person has a stream open. */
const MOST_REQUESTS = 2_000;

/** Serves the vaults of a hub, each below an address of its own, until it is closed. */
export async function serveHub(hub: Hub, options: HubHttpOptions) {
  const { host, port, version, publicUrl, idleMs = IDLE_MS } = options;
  const pageFiles = openPageFiles();
  let url = '';
  const doorOf = createVaultDoors(hub, { host, publicUrl, pageFiles, url: () => url });
  const vaults = keepOpen(openVault, {
    idleMs,
    log: (name, error) => hub.log(`${name}: ${String(error)}`),
  });

  async function openVault(name: string): Promise<OpenVault> {
    const { gate, prove } = doorOf(name);
    const served = await hub.serve(name, addressOf(url, name), () => void vaults.close(name));
    const opened: { close(): Promise<void> }[] = [];
    const openMcp = async (memory: Memory) => {
      const mcp = await options.openMcp(memory);
      opened.push(mcp);
      return mcp;
    };
    const close = async () => {
      await Promise.all(opened.map((mcp) => mcp.close()));
      await served.close();
    };
    try {
      const { fetch: mcp } = await openMcp(served.memory);
      const app = createApp(served.memory, {
        host,
        publicUrl,
        gate,
        prove,
        version,
        mcp,
        openMcp,
        pageFiles,
      });
      const listener = getRequestListener(app.fetch, { hostname: host });
      return { listener, isBusy: served.isBusy, close };
    } catch (error) {
      await close();
      throw error;
    }
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const address = parseAddress(request.url ?? '');
    if (address === null) return send(response, 404, refusal('not_found', 'no such address'));
    const { name, rest } = address;
    if (rest === '') {
      // Relative: a proxy may have removed the beginning of the path.
      response.writeHead(308, { location: `${name}/` }).end();
      return;
    }
    request.url = rest;
    const door = doorOf(name);
    if (!isAdmitted(door, request)) return void door.entrance(request, response);
    try {
      const { opened, release } = await vaults.acquire(name);
      if (response.destroyed) return release();
      response.once('close', release);
      opened.listener(request, response);
    } catch (error) {
      send(response, statusOf(error), errorBody(error));
    }
  }

  const listening = await listen((request, response) => void answer(request, response), {
    host,
    port,
    mostRequests: MOST_REQUESTS,
    admits(head, path) {
      const name = parseAddress(path)?.name;
      return name !== undefined && doorOf(name).gate.admits(head);
    },
  });
  ({ url } = listening);
  return {
    url,
    async close() {
      await listening.close();
      await vaults.closeAll();
    },
  };
}

function isAdmitted({ gate }: VaultDoor, { method = '', headers }: IncomingMessage): boolean {
  return gate.admits({ method, header: (name) => headers[name] as string | undefined });
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
