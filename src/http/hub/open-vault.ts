import type { RequestListener } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Hub } from '../../hub/create-hub.js';
import type { Openable } from '../../hub/keep-open.js';
import type { Memory } from '../../memory/memory.js';
import { type AppOptions, createApp } from '../app.js';
import type { PageFiles } from '../page.js';
import { addressOf } from './addresses.js';
import type { VaultDoors } from './vault-doors.js';

export type OpenMcp = (
  memory: Memory,
) => Promise<{ fetch(request: Request): Promise<Response>; close(): Promise<void> }>;

/** The app of a vault, with its service behind it. */
export interface OpenVault extends Openable {
  listener: RequestListener;
}

interface OpenOptions extends Pick<AppOptions, 'host' | 'version'> {
  publicUrl: string | null;
  pageFiles: PageFiles;
  openMcp: OpenMcp;
  /** Where the hub listens. */
  url(): string;
}

/** Opens a vault by its name. `lost` is called where another process serves it from then on. */
export function createOpenVault(
  hub: Hub,
  doors: VaultDoors,
  options: OpenOptions,
  lost: (name: string) => void,
) {
  return async (name: string): Promise<OpenVault> => {
    const served = await hub.serve(name, addressOf(options.url(), name), () => lost(name));
    const { gate, prove } = doors.find(name);
    doors.setOpen(name, true);
    const opened: { close(): Promise<void> }[] = [];
    const openMcp = async (memory: Memory) => {
      const mcp = await options.openMcp(memory);
      opened.push(mcp);
      return mcp;
    };
    const close = async () => {
      doors.setOpen(name, false);
      await Promise.all(opened.map((mcp) => mcp.close()));
      await served.close();
    };
    try {
      const { host, publicUrl, version, pageFiles } = options;
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
      return {
        listener: getRequestListener(app.fetch, { hostname: host }),
        isBusy: served.isBusy,
        close,
      };
    } catch (error) {
      await close();
      throw error;
    }
  };
}
