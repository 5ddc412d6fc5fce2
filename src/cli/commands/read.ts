import type { Command } from '../command.js';
import { runTool } from '../run-tools.js';

export const read: Command = {
  name: 'read',
  summary: 'Read files, folders or wildcard paths, with line numbers.',
  usage: 'PATH...',
  arguments: { least: 1, most: Number.POSITIVE_INFINITY },
  options: {
    head: { value: 'N', summary: 'about N tokens from the start of each file' },
    tail: { value: 'N', summary: 'about N tokens from the end of each file' },
    folded: { value: true, summary: 'frontmatter and headings only' },
  },
  examples: [
    'rappel read vault/projects/startup-x/ --head 500',
    "rappel read 'projects/*/state.md'",
    'rappel read changelog.md --folded',
  ],
  completes: 'paths',
  async run(invocation) {
    const { arguments: paths } = invocation;
    const head = invocation.number('head');
    const tail = invocation.number('tail');
    await runTool(invocation, 'read', { paths, head, tail, folded: invocation.flag('folded') });
  },
};
