import type { Command } from '../command.js';
import { runTool } from '../run-tools.js';

export const concat: Command = {
  name: 'concat',
  summary: 'Assemble files, or ranges of their lines, into one document.',
  usage: 'PATH[:FIRST-LAST]...',
  arguments: { least: 1, most: Number.POSITIVE_INFINITY },
  options: {},
  examples: ['rappel concat vault/a.md vault/b.md:9-14'],
  completes: 'paths',
  async run(invocation) {
    await runTool(invocation, 'concat', { files: invocation.arguments.map(fileOf) });
  },
};

/** `b.md:9-14`: what follows the last colon is a range if it starts like one. */
function fileOf(argument: string): { path: string; lines: string | null } {
  const match = /^(.+):([\d-][^/]*)$|^(.+\.\w+):([^/:]*)$/s.exec(argument);
  return match
    ? { path: (match[1] ?? match[3])!, lines: (match[2] ?? match[4])! }
    : { path: argument, lines: null };
}
