import type { CallToolResult } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import type { Memory } from '../memory/memory.js';
import type { ToolHints } from '../tools/define-tool.js';
import type { SeenVersions } from '../tools/session.js';

/** A tool as MCP offers it. */
export interface McpTool {
  name: string;
  title: string;
  /** What it does, and `` `name`: … `` for each parameter. */
  readonly description: string;
  input: z.ZodObject;
  hints: ToolHints;
  /** True for the two tools that should be visible from the start, even if a client hides the others. */
  alwaysLoad?: boolean;
  /** Checks the arguments, then runs. Throws `RappelError`. */
  call(input: unknown, call: McpCall): Promise<CallToolResult>;
}

/** What a call works with. */
export interface McpCall {
  memory: Memory;
  /** What this connection has read; a client without a connection starts empty. */
  reading: { seen: SeenVersions };
  signal: AbortSignal;
  /** Sends progress to the client, if it asked for it. */
  progress(message: string): void;
}
