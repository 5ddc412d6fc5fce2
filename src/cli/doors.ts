import type { Hub } from '../hub/create-hub.js';
import type { Memory } from '../memory/memory.js';
import type { ServedMemory } from '../memory/served-memory.js';
import type { Wall } from '../vault/wall.js';

/** The other doors, handed in from outside: doors never import each other. */
export interface Doors {
  /** HTTP, with MCP at `/mcp`. */
  http(
    memory: ServedMemory,
    options: {
      host: string;
      port: number;
      token: string;
      asksToken: boolean;
      publicUrl: string | null;
      version: string;
    },
  ): Promise<{
    url: string;
    loginUrl: string | null;
    connectUrl: string | null;
    close(): Promise<void>;
  }>;
  /** The same for every vault of a hub. */
  hub(
    hub: Hub,
    options: {
      host: string;
      port: number;
      publicUrl: string | null;
      nodeUrl: string | null;
      version: string;
    },
  ): Promise<{ url: string; close(): Promise<void> }>;
  /** MCP on standard input and output, until the client hangs up. */
  mcp(options: {
    /** Opens the memory; called when it is first needed. */
    memory(): Promise<Memory>;
    /** What the memory shows; null for everything. */
    wall: Wall | null;
    profile: McpProfile;
    version: string;
    log(message: string): void;
  }): Promise<void>;
}

export const MCP_PROFILES = ['memory', 'full', 'readonly'] as const;
type McpProfile = (typeof MCP_PROFILES)[number];
