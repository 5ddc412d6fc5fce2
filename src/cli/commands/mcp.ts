import { type Command, UsageError } from '../command.js';
import { MCP_PROFILES } from '../doors.js';
import { openMemory } from '../open-memory.js';
import { version } from '../version.js';

export const mcp: Command = {
  summary: 'Serve one assistant over MCP, on standard input and output.',
  usage: '',
  arguments: { least: 0, most: 0 },
  options: {
    profile: { value: 'NAME', summary: 'the set of tools: memory (default), full, readonly' },
  },
  examples: ['rappel mcp', 'rappel mcp --profile full', 'claude mcp add rappel -- npx -y rappel mcp'],
  async run(invocation) {
    const given = invocation.text('profile') ?? 'memory';
    const profile = MCP_PROFILES.find((name) => name === given);
    if (profile === undefined)
      throw new UsageError(`--profile: got "${given}", expected ${MCP_PROFILES.join(', ')}`);
    await invocation.doors.mcp({
      memory: () => openMemory(invocation, { stays: true }),
      profile,
      version: version(),
      log: (message) => invocation.terminal.err(`[warning] ${message}`),
    });
  },
};
