import { z } from 'zod';
import type { ToolCall } from '../../operations/calls.js';
import { type OperationName, operationNamed } from '../../operations/list.js';
import { offeredTool, TOOLS } from '../../tools/registry.js';
import { type Command, type Invocation, type Terminal, UsageError } from '../command.js';
import { withMemory } from '../open-memory.js';
import { runAndShow, runTool } from '../run-tools.js';

export const call: Command = {
  summary: 'Run an operation or a tool with its exact parameters, or several tools in one session.',
  usage: 'NAME [JSON] | \'[{"tool": …, "input": …}, …]\'',
  arguments: { least: 1, most: 2 },
  examples: [
    `rappel call read '{"paths": "vault/tasks.md"}'`,
    `rappel call history/list '{"limit": 5}'`,
    `rappel call '[{"tool": "read", "input": {"paths": "tasks.md"}}, {"tool": "tree"}]'`,
    'rappel call - < calls.json',
  ],
  completes: 'tools',
  async run(invocation) {
    const [first = '', second] = invocation.arguments;
    if (second === undefined && isList(first)) {
      await runAndShow(invocation, callsOf(await json(first, invocation.terminal)));
      return;
    }
    const operation = offeredTool(first) === undefined ? await operationNamed(first) : null;
    if (operation !== null && !operation.raw) {
      await runAndPrint(invocation, first, second);
      return;
    }
    const tool = toolNamed(first);
    if (second === undefined) throw new UsageError('usage.call_parameters', { operation: first });
    await runTool(invocation, tool, await json(second, invocation.terminal));
  },
};

/** Prints what it answers, as HTTP does. */
async function runAndPrint(invocation: Invocation, name: string, given = '{}'): Promise<void> {
  const { terminal } = invocation;
  const input = await json(given, terminal);
  const output = await withMemory(invocation, ({ run }) => run(name as OperationName, input as never));
  terminal.out(JSON.stringify(output ?? {}, null, invocation.flag('json') ? 0 : 2));
}

function isList(argument: string): boolean {
  return argument === '-' || /^\s*[[{]/.test(argument);
}

function toolNamed(name: string): string {
  if (offeredTool(name) !== undefined) return name;
  throw new UsageError('usage.unknown_operation', {
    name,
    tools: TOOLS.map((known) => known.name).join(', '),
  });
}

async function json(argument: string, terminal: Terminal): Promise<unknown> {
  const text = argument === '-' ? await terminal.input() : argument;
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError('http.malformed_json', { problem: (error as Error).message });
  }
}

const calls = z.array(z.strictObject({ tool: z.string(), input: z.unknown().optional() }));

function callsOf(value: unknown): ToolCall[] {
  const parsed = calls.safeParse(value);
  if (!parsed.success) {
    throw new UsageError('usage.calls');
  }
  return parsed.data.map(({ tool, input }) => ({ tool: toolNamed(tool), input }));
}
