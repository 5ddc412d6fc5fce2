import type { Command } from '../command.js';
import { runTool } from '../run-tools.js';

export const tree: Command = {
  name: 'tree',
  summary: 'Show files and folders with their tokens and last change.',
  usage: '[PATH]',
  arguments: { least: 0, most: 1 },
  options: { depth: { value: 'N', summary: 'how many levels to show (default: all)' } },
  examples: ['rappel tree', 'rappel tree projects --depth 2'],
  completes: 'paths',
  async run(invocation) {
    const [path] = invocation.arguments;
    await runTool(invocation, 'tree', { path, depth: invocation.number('depth') });
  },
};
