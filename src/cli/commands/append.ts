import type { Command } from '../command.js';
import { contentOf } from '../content.js';
import { runTool } from '../run-tools.js';

export const append: Command = {
  name: 'append',
  summary: 'Add standard input or TEXT to the end of a file, or to its top.',
  usage: 'PATH [TEXT]',
  arguments: { least: 1, most: 2 },
  options: { top: { value: true, summary: 'add the text at the top, below the frontmatter' } },
  examples: ['rappel append tasks.md "# Call Marie"', 'rappel append changelog.md --top < entry.md'],
  completes: 'paths',
  async run(invocation) {
    const [path] = invocation.arguments;
    const position = invocation.flag('top') ? 'top' : 'bottom';
    await runTool(invocation, 'append', { path, content: await contentOf(invocation), position });
  },
};
