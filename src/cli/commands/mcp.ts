import { version } from '../../shared/version.js';
import type { Command } from '../command.js';
import { MCP_PROFILES } from '../doors.js';
import { openMemory } from '../open-memory.js';

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
  },
  examples: ['rappel mcp', 'rappel mcp --profile full', 'claude mcp add rappel -- npx -y rappel mcp'],
  stays: true,
  async run(invocation) {
    const profile = MCP_PROFILES.find((name) => name === invocation.text('profile')) ?? 'memory';
    await invocation.doors.mcp({
      memory: () => openMemory(invocation, { stays: true }),
      profile,
      version: version(),
      log: (message) => invocation.terminal.err(`[warning] ${message}`),
    });
  },
};
