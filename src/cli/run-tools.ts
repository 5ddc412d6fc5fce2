import type { SearchEngine } from '../search/engine.js';
import { systemClock } from '../shared/clock.js';
import { errorLine, RappelError } from '../shared/errors.js';
import type { Tool, ToolContext, ToolResult } from '../tools/define-tool.js';
import { createSession } from '../tools/session.js';
import { createVault } from '../vault/vault.js';
import type { Invocation } from './command.js';
import { paint } from './paint.js';
import { errorJson, errorText } from './show-error.js';

export interface ToolCall {
  tool: Tool;
  input: unknown;
}

type Outcome = { ok: true; result: ToolResult } | { ok: false; error: RappelError };

/** Opens the vault of the settings with a fresh session. */
export function openVault(invocation: Invocation): ToolContext {
  const vault = createVault({ root: invocation.settings().vault, clock: systemClock });
  let engine: Promise<SearchEngine> | undefined;
  return {
    vault,
    session: createSession(),
    engine() {
      engine ??= import('../service/open-engine.js').then(({ openEngine }) => openEngine(vault, process.env));
      return engine;
    },
  };
}

/** Runs one tool for a person and prints what it says. */
export async function runTool(
  invocation: Invocation,
  tool: Tool,
  input: unknown,
  context = openVault(invocation),
): Promise<void> {
  const [outcome] = await runCalls([{ tool, input }], context, invocation);
  printOne(invocation, outcome!);
}

/** Runs several calls in one session, in order; a failed one does not stop the rest, and the exit code tells of it. */
export async function runAll(invocation: Invocation, calls: ToolCall[]): Promise<void> {
  const outcomes = await runCalls(calls, openVault(invocation), invocation);
  const { terminal } = invocation;
  const texts = outcomes.map((outcome) => (outcome.ok ? outcome.result.text : errorLine(outcome.error)));
  const text = texts.filter((part) => part !== '').join('\n\n');
  const failed = outcomes.filter(({ ok }) => !ok).length;
  const allFailed = failed > 0 && failed === outcomes.length;
  if (invocation.flag('json')) terminal.out(JSON.stringify(outcomes.map(jsonOf)));
  else if (!allFailed) terminal.out(text);
  if (allFailed) terminal.err(text);
  else if (failed > 0) terminal.err(`[error] ${failed} of ${outcomes.length} calls failed`);
  if (failed > 0) terminal.fail(1);
}

async function runCalls(
  calls: ToolCall[],
  context: ToolContext,
  { terminal }: Invocation,
): Promise<Outcome[]> {
  if (calls.every(({ tool }) => tool.hints.readOnly)) return runInOrder(calls, context);
  const { recordChanges } = await import('../service/record-changes.js');
  return recordChanges(
    context,
    (recorded) => runInOrder(calls, recorded),
    (outcomes) => reasonOf(calls, outcomes),
    (problem) => terminal.err(`[warning] ${problem}`),
  );
}

async function runInOrder(calls: ToolCall[], context: ToolContext): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const { tool, input } of calls) {
    try {
      outcomes.push({ ok: true, result: await tool.call(input, context) });
    } catch (error) {
      if (!(error instanceof RappelError)) throw error;
      outcomes.push({ ok: false, error });
    }
  }
  return outcomes;
}

/** What the history calls this: what the tools said they did. */
function reasonOf(calls: ToolCall[], outcomes: Outcome[]): string {
  const done = outcomes.flatMap((outcome, index) =>
    outcome.ok && !calls[index]!.tool.hints.readOnly ? [outcome.result.text.split('\n')[0]!] : [],
  );
  return done.length > 3 ? `${done.slice(0, 3).join('; ')}; and ${done.length - 3} more` : done.join('; ');
}

function printOne(invocation: Invocation, outcome: Outcome): void {
  const { terminal } = invocation;
  if (invocation.flag('json')) terminal.out(JSON.stringify(jsonOf(outcome)));
  else if (outcome.ok) terminal.out(paint(outcome.result.text, terminal));
  if (outcome.ok) return;
  terminal.err(errorText(outcome.error));
  terminal.fail(1);
}

function jsonOf(outcome: Outcome): object {
  if (!outcome.ok) return errorJson(outcome.error);
  const { text, images, errors, data } = outcome.result;
  return {
    ok: true,
    text,
    images: images.map(({ path, mediaType, bytes }) => ({
      path,
      media_type: mediaType,
      data: bytes.toString('base64'),
    })),
    errors,
    ...data,
  };
}
