import type { CallToolResult } from '@modelcontextprotocol/server';
import { errorLine, RappelError } from '../shared/errors.js';
import { firstSegments, recordedPath, showPath } from '../vault/paths.js';
import type { Vault } from '../vault/vault.js';
import type { McpCall, McpTool } from './mcp-tool.js';

/** Runs a tool; what fails becomes a result that says what was wrong, what exists and what to call next. */
export async function callTool(tool: McpTool, input: unknown, call: McpCall): Promise<CallToolResult> {
  try {
    return await tool.call(input, call);
  } catch (error) {
    if (call.signal.aborted) throw error;
    if (!(error instanceof RappelError)) return failure(unexpected(error));
    const steps = [error.hint, nextStep(error, call.app.vault)].filter((step) => step !== null);
    return failure([errorLine(error), ...steps].join('\n'));
  }
}

function failure(text: string): CallToolResult {
  const most = 4_000;
  const shown = text.length > most ? `${text.slice(0, most)}\n[more lines like these are left out]` : text;
  return { content: [{ type: 'text', text: shown }], isError: true };
}

function unexpected(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return `[error] Rappel met an unexpected problem: ${message}\nTry again; if it stays, tell the user to run: rappel status`;
}

/** The call that helps after an error of this kind. */
function nextStep(error: RappelError, vault: Vault): string | null {
  const { code, path } = error;
  const named = path ?? /^\[error\] (vault\/[^\n]*?): /.exec(error.message)?.[1] ?? null;
  if (code === 'not_found' && named !== null) {
    const folder = nearestFolder(vault, named);
    return folder === null
      ? null
      : `To see what exists call tree with ${JSON.stringify({ path: folder, depth: 2 })}`;
  }
  if ((code === 'stale' || code === 'not_read' || code === 'no_match') && named !== null)
    return `Call read with ${JSON.stringify({ paths: named })}, then repeat with the if_match of its last line.`;
  if (code === 'busy') return 'Try again in a moment.';
  return null;
}

/** The deepest folder on the way to a path that is really there. */
function nearestFolder(vault: Vault, shown: string): string | null {
  try {
    const path = recordedPath(shown.replace(/^vault\//, ''));
    for (let depth = path.split('/').length - 1; depth > 0; depth--) {
      const place = vault.locate(firstSegments(path, depth));
      if (place.kind === 'folder') return place.shown;
    }
    return showPath('');
  } catch {
    return null;
  }
}
