import type { MemoryFolder } from '../../memory/memory-tool/memory-folder.js';
import { type Command, type Invocation, UsageError } from '../command.js';
import { openMemoryFor } from '../open-memory.js';
import { openVault } from '../open-vault.js';

export const memoryTool: Command = {
  summary: "Serve a folder of the vault as Anthropic's memory tool (memory_20250818).",
  usage: '[JSON]',
  arguments: { least: 0, most: 1 },
  options: { folder: { value: 'DIR', summary: 'the folder of the vault (default: memories)' } },
  examples: [
    `rappel memory-tool '{"command": "view", "path": "/memories"}'`,
    'rappel memory-tool --folder projects/startup-x/memories   (one command per line on standard input)',
  ],
  async run(invocation) {
    const { runMemoryCommand } = await import('../../memory/memory-tool/memory-tool.js');
    const memory = await openMemoryFor(invocation);
    const folder: MemoryFolder = {
      vault: openVault(invocation),
      memory,
      folder: invocation.text('folder') ?? 'memories',
    };
    try {
      const [given] = invocation.arguments;
      if (given !== undefined) report(invocation, await runMemoryCommand(folder, commandIn(given)));
      else await serve(invocation, (command) => runMemoryCommand(folder, command));
    } finally {
      await memory.close();
    }
  },
};

function report(invocation: Invocation, content: string): void {
  invocation.report({ content }, () => invocation.terminal.out(content));
}

/** One command per line, and its result as one line of JSON: a program asks as often as it wants. */
async function serve({ terminal }: Invocation, run: (command: unknown) => Promise<string>): Promise<void> {
  for await (const line of terminal.lines())
    if (line.trim() !== '') terminal.out(JSON.stringify({ content: await answerTo(line, run) }));
}

/** A line that is no JSON is answered as well: others follow it. */
async function answerTo(line: string, run: (command: unknown) => Promise<string>): Promise<string> {
  try {
    return await run(commandIn(line));
  } catch (error) {
    if (error instanceof UsageError) return `Error: ${error.message}`;
    throw error;
  }
}

function commandIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError('http.malformed_json', { problem: (error as Error).message });
  }
}
