import { RappelError } from '../../shared/errors.js';
import type { Command } from '../command.js';
import { contentOf } from '../content.js';
import { runTool } from '../run-tools.js';

export const write: Command = {
  name: 'write',
  summary: 'Write standard input or TEXT to a new file; --force replaces an existing one.',
  usage: 'PATH [TEXT]',
  arguments: { least: 1, most: 2 },
  options: { force: { value: true, summary: 'replace the file if it exists' } },
  examples: ['rappel write bucket/idea.md < idea.md', 'rappel write profile.md --force < profile.md'],
  completes: 'paths',
  async run(invocation) {
    const [path = ''] = invocation.arguments;
    const first = invocation.flag('force') ? [{ tool: 'read', input: { paths: path } }] : [];
    await runTool(invocation, 'write', { path, content: await contentOf(invocation) }, { first, explain });
  },
};

function explain(error: RappelError): RappelError {
  if (error.code !== 'not_read') return error;
  const hint = 'Add --force to replace it.';
  return new RappelError('exists', 'already exists', { hint, ...(error.path && { path: error.path }) });
}
