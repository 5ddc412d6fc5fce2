import type { CallResult, Outcome, ToolCall } from '../operations/calls.js';
import { errorFromFacts, errorLine, type RappelError } from '../shared/errors.js';
import type { Invocation } from './command.js';
import { withMemory } from './open-memory.js';
import { paint } from './paint.js';
import { errorJson } from './show-error.js';

interface RunOptions {
  /** Calls before it in the same session, not printed. */
  first?: ToolCall[];
  /** Makes of an error of the tool what a person at a terminal should do. */
  explain?: (error: RappelError) => RappelError;
}

/** Runs one tool for a person and prints what it says; throws its error. */
export async function runTool(
  invocation: Invocation,
  tool: string,
  input: unknown,
  { first = [], explain = (error) => error }: RunOptions = {},
): Promise<void> {
  const outcome = (await runCalls(invocation, [...first, { tool, input }])).at(-1)!;
  if (!outcome.ok) throw explain(errorFromFacts(outcome.error));
  const { terminal } = invocation;
  invocation.report(factsOf(outcome.result), () => terminal.out(paint(outcome.result.text, terminal)));
}

/** Runs several calls in one session, in order; a failed one does not stop the rest, and the exit code tells of it. */
export async function runAndShow(invocation: Invocation, calls: ToolCall[]): Promise<void> {
  const outcomes = await runCalls(invocation, calls);
  const { terminal } = invocation;
  const texts = outcomes.map((outcome) =>
    outcome.ok ? outcome.result.text : errorLine(errorFromFacts(outcome.error)),
  );
  const text = texts.filter((part) => part !== '').join('\n\n');
  const failed = outcomes.filter(({ ok }) => !ok).length;
  const allFailed = failed > 0 && failed === outcomes.length;
  if (invocation.flag('json')) terminal.out(JSON.stringify(outcomes.map(jsonOf)));
  else if (!allFailed) terminal.out(text);
  if (allFailed) terminal.err(text);
  else if (failed > 0) terminal.err(terminal.say`[error] ${failed} of ${outcomes.length} calls failed`);
  if (failed > 0) terminal.fail(1);
}

async function runCalls(invocation: Invocation, calls: ToolCall[]): Promise<Outcome[]> {
  const { outcomes, warning } = await withMemory(invocation, ({ run }) => run('calls', { calls }));
  const { terminal } = invocation;
  if (warning !== null) terminal.err(terminal.say`[warning] ${terminal.say(warning)}`);
  return outcomes;
}

function jsonOf(outcome: Outcome): object {
  return outcome.ok ? { ok: true, ...factsOf(outcome.result) } : errorJson(errorFromFacts(outcome.error));
}

/** Where a result has data, its text is the same for a model: a program gets it once. */
function factsOf({ data, text, ...result }: CallResult): object {
  return data === undefined ? { text, ...result } : { ...result, ...data };
}
