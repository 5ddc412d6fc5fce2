import type { Command } from '../command.js';
import { runTool } from '../run-tools.js';

export const move: Command = {
  name: 'move',
  summary: 'Move or rename a file or folder; never overwrites.',
  usage: 'FROM TO',
  arguments: { least: 2, most: 2 },
  options: {},
  examples: ['rappel move bucket/note.md projects/startup-x/bucket/note.md'],
  completes: 'paths',
  async run(invocation) {
    const [from, to] = invocation.arguments;
    await runTool(invocation, 'move', { from, to });
  },
};
