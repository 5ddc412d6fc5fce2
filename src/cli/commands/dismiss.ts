import type { Command } from '../command.js';
import { withMemory } from '../open-memory.js';

export const dismiss: Command = {
  summary: 'Dismiss an update that failed or waits: it stays unfiled, its text is kept.',
  usage: 'ID',
  arguments: { least: 1, most: 1 },
  examples: ['rappel dismiss 3f9a0c21be'],
  async run(invocation) {
    const [id = ''] = invocation.arguments;
    const status = await withMemory(invocation, ({ run }) => run('updates/dismiss', { id }));
    invocation.report(status, () =>
      invocation.terminal.out(
        invocation.terminal
          .say`Dismissed: nothing was filed. The text is kept with the last 1,000 updates; to file it: rappel retry ${id}`,
      ),
    );
  },
};
