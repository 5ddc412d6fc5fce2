import { RappelError } from '../../shared/errors.js';
import { write as tool } from '../../tools/write.js';
import { readText } from '../../vault/files.js';
import type { Command } from '../command.js';
import { contentOf } from '../content.js';
import { openVault, runTool } from '../run-tools.js';

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
    const context = openVault(invocation);
    const place = context.vault.resolve(path);
    if (place.kind === 'file') {
      if (!invocation.flag('force')) {
        throw new RappelError('exists', 'exists already', {
          path: place.shown,
          hint: 'Add --force to replace it.',
        });
      }
      context.session.saw(place.path, readText(place));
    }
    await runTool(invocation, tool, { path, content: await contentOf(invocation) }, context);
  },
};
