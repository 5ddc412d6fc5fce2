import { version } from '../../shared/version.js';
import type { Command } from '../command.js';
import { MCP_PROFILES } from '../doors.js';
import { openMemoryFor } from '../open-memory.js';
import { wallFor } from '../wall-for.js';

export const mcp: Command = {
  summary: 'Serve one assistant over MCP, on standard input and output.',
  usage: '',
  arguments: { least: 0, most: 0 },
  options: {
    profile: {
      value: 'NAME',
      summary: 'the set of tools: memory (default), full, readonly',
      choices: MCP_PROFILES,
    },
    project: {
      value: 'NAME',
      summary: 'show this project, the profile and global files only (default: the project of the directory)',
    },
    open: { value: true, summary: 'show the whole vault, also in the directory of a project' },
  },
  examples: [
    'rappel mcp',
    'rappel mcp --profile full',
    'rappel mcp --open',
    'claude mcp add rappel -- rappel mcp',
  ],
  stays: true,
  async run(invocation) {
    const profile = MCP_PROFILES.find((name) => name === invocation.text('profile')) ?? 'memory';
    const wall = wallFor(invocation);
    await invocation.doors.mcp({
      memory: () => openMemoryFor(invocation, { stays: true, wall }),
      wall,
      profile,
      version: version(),
      log: (message) => invocation.terminal.err(`[warning] ${message}`),
    });
  },
};
