import type { Command } from '../command.js';
import { runTool } from '../run-tools.js';

export const deleteCommand: Command = {
  name: 'delete',
  summary: "Delete a file or folder; a copy stays in the vault's trash.",
  usage: 'PATH',
  arguments: { least: 1, most: 1 },
  options: {},
  examples: ['rappel delete bucket/old.md'],
  completes: 'paths',
  async run(invocation) {
    const [path] = invocation.arguments;
    await runTool(invocation, 'delete', { path });
  },
};
