import { type Command, UsageError } from '../command.js';
import { runTool } from '../run-tools.js';

export const edit: Command = {
  name: 'edit',
  summary: 'Replace one passage of a file and show the change.',
  usage: 'PATH --old TEXT --new TEXT',
  arguments: { least: 1, most: 1 },
  options: {
    old: { value: 'TEXT', summary: 'the passage, exact and unique, or numbered lines as read shows them' },
    new: { value: 'TEXT', summary: 'the new text; empty removes the passage' },
  },
  examples: ["rappel edit tasks.md --old 'status: à-faire' --new 'status: en-cours'"],
  completes: 'paths',
  async run(invocation) {
    const [path = ''] = invocation.arguments;
    const old_content = invocation.text('old');
    const new_content = invocation.text('new');
    if (old_content === undefined || new_content === undefined)
      throw new UsageError('edit needs --old TEXT and --new TEXT');
    // A person at a terminal has seen the file by other means.
    const first = [{ tool: 'read', input: { paths: path } }];
    await runTool(invocation, 'edit', { path, old_content, new_content }, { first });
  },
};
