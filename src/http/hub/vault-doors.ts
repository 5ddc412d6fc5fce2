import { randomBytes } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Hub } from '../../hub/create-hub.js';
import { createNamedTokens } from '../../service/connection/named-tokens.js';
import { createProver } from '../../service/connection/proof.js';
import { ensureToken } from '../../service/connection/token.js';
import { createEntrance } from '../entrance.js';
import { createGate, type Gate } from '../gate.js';
import type { openPageFiles } from '../page.js';
import { createSessions } from '../sessions.js';
import { addressOf } from './addresses.js';

/** The way into one vault, as long as its memory may be closed. */
export interface VaultDoor {
  gate: Gate;
  prove(nonce: string): { pid: number; hash: string };
  /** For clients that the gate does not let in. */
  entrance: RequestListener;
}

export interface DoorOptions {
  host: string;
  publicUrl: string | null;
  pageFiles: ReturnType<typeof openPageFiles>;
  /** Where the hub listens. */
  url(): string;
}

/** The doors of the vaults, which need neither a service nor an index. A vault that is not there looks like one whose token is not known. */
export function createVaultDoors(hub: Hub, options: DoorOptions) {
  const doors = new Map<string, { token: string; door: VaultDoor }>();
  const nowhere = makeDoor(hub.folder, 'nowhere', randomBytes(24).toString('base64url'));

  function makeDoor(root: string, name: string, token: string): VaultDoor {
    const gate = createGate(token, createSessions(root, token), createNamedTokens(root), name);
    const prover = createProver(root, token);
    const prove = (nonce: string) => prover({ nonce, url: addressOf(options.url(), name) });
    const app = createEntrance({ ...options, gate, prove });
    return { gate, prove, entrance: getRequestListener(app.fetch, { hostname: options.host }) };
  }

  return (name: string): VaultDoor => {
    const root = hub.find(name);
    if (root === null) return nowhere;
    // A new token counts from the next request on.
    const { token } = ensureToken(root);
    const known = doors.get(name);
    if (known?.token === token) return known.door;
    const door = makeDoor(root, name, token);
    doors.set(name, { token, door });
    return door;
  };
}
