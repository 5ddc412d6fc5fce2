import type { RequestListener } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Hub } from '../../hub/create-hub.js';
import type { Openable } from '../../hub/keep-open.js';
import type { Caller } from '../../hub/people/callers.js';
import type { Memory } from '../../memory/memory.js';
import type { ServedMemory } from '../../memory/served-memory.js';
import { limitMemory } from '../../memory/served-memory.js';
import { wallKey } from '../../vault/wall.js';
import { type AppOptions, createApp } from '../app.js';
import type { Gate, RequestHead } from '../gate.js';
import type { PageFiles } from '../page.js';
import { vaultAddress } from './addresses.js';
import type { HubOauth } from './hub-oauth.js';
import { personCookie } from './person-requests.js';
import type { VaultDoors } from './vault-doors.js';

export type OpenMcp = (
  memory: Memory,
) => Promise<{ fetch(request: Request): Promise<Response>; close(): Promise<void> }>;

/** The app of a vault, with its service behind it. */
export interface OpenVault extends Openable {
  listener: RequestListener;
  /** The same for a person, with what they may do. */
  listenerOf(caller: Pick<Caller, 'role' | 'wall'>): Promise<RequestListener>;
}

interface OpenOptions extends Pick<AppOptions, 'host' | 'version'> {
  publicUrl: string | null;
  pageFiles: PageFiles;
  openMcp: OpenMcp;
  /** Where the hub listens. */
  url(): string;
  /** Signs assistants in; null where they get a token by hand. */
  oauth: HubOauth | null;
  /** Ends the session of a person by its secret. */
  signOut(secret: string): void;
}

/** Opens a vault by its name. `lost` is called where another process serves it from then on. */
export function createOpenVault(
  hub: Hub,
  doors: VaultDoors,
  options: OpenOptions,
  lost: (name: string) => void,
) {
  return async (name: string, isAwaited: () => boolean): Promise<OpenVault> => {
    const served = await hub.serve(name, vaultAddress(options.url(), name), () => lost(name), isAwaited);
    const { gate, prove } = doors.find(name);
    const opened: ReturnType<OpenMcp>[] = [];
    /** For its first request: most vaults are open without an assistant. */
    const openMcp = async (memory: Memory) => {
      let own: ReturnType<OpenMcp> | null = null;
      const open = () => {
        const mcp = options.openMcp(memory);
        opened.push(mcp);
        return mcp;
      };
      return {
        async fetch(request: Request) {
          own ??= open();
          return (await own).fetch(request);
        },
      };
    };
    const close = async () => {
      await Promise.allSettled(opened.map(async (mcp) => (await mcp).close()));
      await served.close();
    };
    try {
      const { host, publicUrl, version, pageFiles } = options;
      const { fetch: mcp } = await openMcp(served.memory);
      const common = { host, publicUrl, prove, version, openMcp, pageFiles };
      const listen = (memory: ServedMemory, given: Pick<AppOptions, 'gate' | 'mcp' | 'consents'>) =>
        getRequestListener(createApp(memory, { ...common, ...given }).fetch, { hostname: host });
      const openFor = async ({ role, wall }: Pick<Caller, 'role' | 'wall'>) => {
        const memory = limitMemory(served.memory, role);
        const personGate = createPersonGate({ role, wall }, personCookie, options.signOut);
        const consents = options.oauth?.consents(name) ?? null;
        return listen(memory, { gate: personGate, consents, mcp: (await openMcp(memory)).fetch });
      };
      const listeners = new Map<string, Promise<RequestListener>>();
      return {
        listener: listen(served.memory, { gate, mcp }),
        listenerOf(caller) {
          const key = `${caller.role} ${caller.wall === null ? '' : wallKey(caller.wall)}`;
          const listener = listeners.get(key) ?? openFor(caller);
          listeners.set(key, listener);
          listener.catch(() => listeners.delete(key));
          return listener;
        },
        isBusy: served.isBusy,
        close,
      };
    } catch (error) {
      await close();
      throw error;
    }
  };
}

/** The gate of the app of a person: the hub has decided already who asks. What needs a session of the vault's own machine stays closed. */
function createPersonGate(
  { role, wall }: Pick<Caller, 'role' | 'wall'>,
  cookieName: (head: RequestHead) => string,
  signOut: (secret: string) => void,
): Gate {
  return {
    sessions: { open: refuse, has: () => false, openedBy: () => null, close: signOut },
    cookieName,
    admits: () => true,
    roleOf: () => role,
    limitsOf: () => ({ wall, readOnly: false }),
    isToken: () => false,
    openSession: refuse,
    hasSession: () => false,
    isOwner: () => false,
    issueCode: refuse,
    redeemCode: () => false,
  };
}

function refuse(): never {
  throw new Error('people sign in at the hub');
}
