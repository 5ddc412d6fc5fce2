import type { Agents } from '../agents/create-agents.js';
import type { Service } from '../service/create-service.js';
import type { Language } from '../vault/starter.js';

/** The other doors, handed in from outside: doors never import each other. */
export interface Doors {
  /** HTTP, with MCP at `/mcp`. */
  http(
    service: Service,
    options: { host: string; port: number; token: string; asksToken: boolean; version: string },
  ): Promise<{ url: string; loginUrl: string | null; close(): Promise<void> }>;
  /** MCP on standard input and output, until the client hangs up. */
  mcp(options: {
    root: string;
    language: Language;
    env: NodeJS.ProcessEnv;
    agents(): Promise<Agents>;
    profile: McpProfile;
    version: string;
    log(message: string): void;
  }): Promise<void>;
}

export const MCP_PROFILES = ['memory', 'full', 'readonly'] as const;
export type McpProfile = (typeof MCP_PROFILES)[number];
