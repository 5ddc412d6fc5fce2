import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Memory } from '../memory/memory.js';
import { ENGLISH, errorLine, errorMessage, RappelError } from '../shared/errors.js';
import { refusalPause } from '../shared/refusal-pause.js';
import { showPath } from '../vault/paths.js';
import { nextStepOf } from '../words/message.js';
import type { McpCall, McpTool } from './mcp-tool.js';

/** Runs a tool; an error becomes a result that says what was wrong, what exists and what to call next. */
export async function callTool(tool: McpTool, input: unknown, call: McpCall): Promise<CallToolResult> {
  try {
    return await tool.call(input, call);
  } catch (error) {
    if (call.signal.aborted) throw error;
    if (!(error instanceof RappelError)) return failure(unexpected(error));
    if (error.code === 'busy') await refusalPause(call.signal);
    const hint = nextStepOf(ENGLISH, error, 'assistant');
    const steps = [hint, await nextCall(error, hint, call.memory)].filter((step) => step !== null);
    return failure([errorLine(error), ...steps].join('\n'));
  }
}

function failure(text: string): CallToolResult {
  const most = 4_000;
  const shown = text.length > most ? `${text.slice(0, most)}\n[more lines like these are left out]` : text;
  return { content: [{ type: 'text', text: shown }], isError: true };
}

function unexpected(error: unknown): string {
  return `[error] unexpected problem: ${errorMessage(error)}\nTry again; if it happens again, ask the user to run: rappel status`;
}

/** The call that helps after this kind of error. */
async function nextCall(error: RappelError, hint: string | null, memory: Memory): Promise<string | null> {
  const { code, path } = error;
  const named = path ?? /^\[error\] (vault\/[^\n]*?): /.exec(error.message)?.[1] ?? null;
  if (code === 'not_found' && named !== null) {
    const folder = await nearestFolder(memory, named);
    return folder === null
      ? null
      : `To see what exists call tree with ${JSON.stringify({ path: folder, depth: 2 })}`;
  }
  if ((code === 'stale' || code === 'not_read' || code === 'no_match') && named !== null)
    return `Call read with ${JSON.stringify({ paths: named })}, then repeat with the if_match of its last line.`;
  if (code === 'busy' && hint === null) return 'Try again in a moment.';
  return null;
}

/** The deepest existing folder on the way to a path. */
async function nearestFolder(memory: Memory, shown: string): Promise<string | null> {
  const segments = shown
    .replace(/^vault\//, '')
    .split('/')
    .slice(0, -1);
  for (; segments.length > 0; segments.pop()) {
    const path = showPath(segments.join('/'), 'folder');
    const { outcomes } = await memory.run('calls', {
      calls: [{ tool: 'tree', input: { path, depth: 0 } }],
    });
    const [outcome] = outcomes;
    // The line of a file has no slash after its name.
    if (outcome!.ok) return outcome!.result.text.startsWith(path) ? path : null;
    if (outcome!.error.code !== 'not_found') return null;
  }
  return showPath('');
}
