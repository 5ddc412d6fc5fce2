import { randomBytes } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Hub } from '../../hub/create-hub.js';
import { createNamedTokens } from '../../service/connection/named-tokens.js';
import { createProver } from '../../service/connection/proof.js';
import { ensureToken, readToken } from '../../service/connection/token.js';
import { ensureStateFormat } from '../../service/state/state-format.js';
import { errorMessage } from '../../shared/errors.js';
import { createEntrance } from '../entrance.js';
import { createGate, type Gate } from '../gate.js';
import type { PageFiles } from '../page.js';
import { createSessions } from '../sessions.js';
import { vaultAddress } from './addresses.js';

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
  pageFiles: PageFiles;
  /** Where the hub listens. */
  url(): string;
}

export type VaultDoors = ReturnType<typeof createVaultDoors>;

/** The doors of the vaults, which need neither a service nor an index. A vault that is not there looks like one whose token is not known. */
export function createVaultDoors(hub: Hub, options: DoorOptions) {
  const doors = new Map<string, { token: string; door: VaultDoor }>();
  const nowhere = prepareNowhere(hub);
  /** A random token that no client gets, for a vault that was never served: its first leader makes the real one. */
  const noToken = randomBytes(24).toString('base64url');

  function makeDoor(root: string, name: string, token: string): VaultDoor {
    const gate = createGate(token, createSessions(root, token), createNamedTokens(root), name);
    const prover = createProver(root, token);
    const prove = (nonce: string) => prover({ nonce, url: vaultAddress(options.url(), name) });
    const app = createEntrance({ ...options, gate, prove, hasPeople: hub.people !== null });
    return { gate, prove, entrance: getRequestListener(app.fetch, { hostname: options.host }) };
  }

  return {
    /** The same work for a vault that is not there. */
    find(name: string): VaultDoor {
      const root = hub.find(name) ?? nowhere;
      const key = root === nowhere ? '' : name;
      const token =
        (hub.cluster === null && key !== '' ? ensureToken(root).token : readToken(root)) ?? noToken;
      const known = doors.get(key);
      if (known?.token === token) return known.door;
      const door = makeDoor(root, key, token);
      doors.set(key, { token, door });
      return door;
    },
  };
}

/** A folder in which nothing can be made is served all the same. */
function prepareNowhere({ nowhere, log }: Hub): string {
  try {
    ensureStateFormat(nowhere);
    ensureToken(nowhere);
  } catch (error) {
    log(errorMessage(error));
  }
  return nowhere;
}
