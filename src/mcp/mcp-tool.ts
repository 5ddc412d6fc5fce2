import type { CallToolResult } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import type { Memory } from '../memory/memory.js';
import type { ToolHints } from '../tools/define-tool.js';
import type { SeenVersions } from '../tools/session.js';

/** A tool as this door offers it. */
export interface McpTool {
  name: string;
  title: string;
  readonly description: string;
  input: z.ZodObject;
  /** Where there is one, every result that is no error carries the same facts as text and as structure. */
  output?: z.ZodObject;
  hints: ToolHints;
  /** True for the two tools that must be in sight from the start, also where a client hides the others. */
  alwaysLoad?: boolean;
  /** Checks the arguments, then runs. Throws `RappelError`. */
  call(input: unknown, call: McpCall): Promise<CallToolResult>;
}

/** What a call works with. */
export interface McpCall {
  memory: Memory;
  /** What this connection has read; a request of a client without a connection starts with nothing. */
  reading: { seen: SeenVersions };
  signal: AbortSignal;
  /** Tells the client what is being done, if it asked for that. */
  progress(message: string): void;
}
