import { systemClock } from '../shared/clock.js';
import { errorLine, RappelError } from '../shared/errors.js';
import type { Tool, ToolContext, ToolResult } from '../tools/define-tool.js';
import { createSession } from '../tools/session.js';
import { writeTreeFile } from '../vault/tree-file.js';
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
  return {
    vault: createVault({ root: invocation.settings().vault, clock: systemClock }),
    session: createSession(),
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

/** Runs several calls in one session, in order; a failed one does not stop the rest. */
export async function runAll(invocation: Invocation, calls: ToolCall[]): Promise<void> {
  const outcomes = await runCalls(calls, openVault(invocation), invocation);
  const { terminal } = invocation;
  const texts = outcomes.map((outcome) => (outcome.ok ? outcome.result.text : errorLine(outcome.error)));
  const text = texts.filter((part) => part !== '').join('\n\n');
  const failed = outcomes.length > 0 && outcomes.every((outcome) => !outcome.ok);
  if (invocation.flag('json')) terminal.out(JSON.stringify(outcomes.map(jsonOf)));
  else if (!failed) terminal.out(text);
  if (!failed) return;
  terminal.err(text);
  terminal.fail(1);
}

async function runCalls(calls: ToolCall[], context: ToolContext, invocation: Invocation): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  let changed = false;
  for (const { tool, input } of calls) {
    try {
      const result = await tool.call(input, context);
      outcomes.push({ ok: true, result });
      changed ||= !tool.hints.readOnly;
    } catch (error) {
      if (!(error instanceof RappelError)) throw error;
      outcomes.push({ ok: false, error });
    }
  }
  if (changed) refreshTree(context, invocation);
  return outcomes;
}

/** The change itself is done by now: a tree that can't be written is worth a word, not a failure. */
function refreshTree({ vault }: ToolContext, { terminal }: Invocation): void {
  try {
    writeTreeFile(vault);
  } catch (error) {
    if (!(error instanceof RappelError)) throw error;
    terminal.err(`[warning] tree.md is not up to date: ${error.message}`);
  }
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
