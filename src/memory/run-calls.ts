import { recordChanges } from '../service/changes/record-changes.js';
import type { Core } from '../service/core.js';
import { RappelError } from '../shared/errors.js';
import type { Tool, ToolContext } from '../tools/define-tool.js';
import { offeredTool, TOOLS } from '../tools/registry.js';
import { createSession } from '../tools/session.js';
import { recordedPath } from '../vault/paths.js';
import type { Vault } from '../vault/vault.js';
import type { CallOptions, CallReport, Outcome, ToolCall } from './memory.js';

/** Runs tools in one session, and records what they changed as one entry of the history. */
export async function runCalls(
  core: Core,
  calls: readonly ToolCall[],
  { seen, matching = {}, source = 'tool' }: CallOptions = {},
): Promise<CallReport> {
  const tools = calls.map(({ tool }) => toolNamed(tool));
  requireFiles(core.vault, Object.keys(matching));
  const session = createSession({ ...seen, ...matching });
  const outcomes: Outcome[] = [];
  const { warning } = await recordChanges(
    core,
    { source, reason: () => reasonOf(tools, outcomes) },
    (vault) => runAll(calls, tools, { vault, session, engine: core.engine }, outcomes),
  );
  return {
    outcomes,
    warning,
    // Versions cost a hash of every file: computed for the callers that carry them on.
    get seen() {
      return session.seen();
    },
    get shown() {
      return session.shown();
    },
  };
}

function toolNamed(name: string): Tool {
  const tool = offeredTool(name);
  if (tool !== undefined) return tool;
  throw new RappelError('not_found', `there is no tool "${name}"`, {
    hint: `The tools are ${TOOLS.map((known) => known.name).join(', ')}.`,
  });
}

/** A version can only be that of a file that is there. */
function requireFiles(vault: Vault, paths: readonly string[]): void {
  for (const path of paths) {
    const place = vault.locate(recordedPath(path));
    if (place.kind === 'missing') throw vault.missing(place);
  }
}

async function runAll(
  calls: readonly ToolCall[],
  tools: readonly Tool[],
  context: ToolContext,
  outcomes: Outcome[],
): Promise<void> {
  for (const [index, { input }] of calls.entries()) {
    try {
      outcomes.push({ ok: true, result: await tools[index]!.call(input, context) });
    } catch (error) {
      if (!(error instanceof RappelError)) throw error;
      outcomes.push({ ok: false, error });
    }
  }
}

/** What the history calls this: what the tools said they did. */
function reasonOf(tools: readonly Tool[], outcomes: readonly Outcome[]): string {
  const done = outcomes.flatMap((outcome, index) =>
    outcome.ok && !tools[index]!.hints.readOnly ? [outcome.result.text.split('\n')[0]!] : [],
  );
  return done.length > 3 ? `${done.slice(0, 3).join('; ')}; and ${done.length - 3} more` : done.join('; ');
}
