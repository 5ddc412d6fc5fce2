import type { Command } from '../command.js';
import { withMemory } from '../open-memory.js';

export const orientCommand: Command = {
  summary: 'Show what an assistant should know when it starts to work on a project.',
  usage: '[PROJECT]',
  arguments: { least: 0, most: 1 },
  options: {
    'max-tokens': {
      value: 'N',
      summary: 'how long the text may be (default 1000)',
      least: 100,
      most: 20_000,
    },
  },
  examples: ['rappel orient', 'rappel orient startup-x --max-tokens 500'],
  async run(invocation) {
    const [project = null] = invocation.arguments;
    const request = { project, max_tokens: invocation.number('max-tokens') ?? null };
    const brief = await withMemory(invocation, ({ run }) => run('orient', request));
    const { terminal } = invocation;
    invocation.report(brief, () => terminal.out(brief.text || terminal.say`The memory says nothing yet.`));
  },
};
