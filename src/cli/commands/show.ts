import type { Command } from '../command.js';
import { withMemory } from '../open-memory.js';
import { paint } from '../paint.js';

export const show: Command = {
  summary: 'Show an entry of the history with its diff.',
  usage: 'ID',
  arguments: { least: 1, most: 1 },
  examples: ['rappel show 3f9a0c21be'],
  async run(invocation) {
    const [id = ''] = invocation.arguments;
    const { diff, ...entry } = await withMemory(invocation, ({ history }) => history.show(id));
    const { terminal } = invocation;
    const { say } = terminal;
    const input = entry.input === null ? '' : say`, update ${entry.input}`;
    invocation.report({ ...entry, diff }, () => {
      terminal.out(
        `${entry.source === 'update' ? entry.reason : say(entry.reason)}\n${entry.time.replace('T', ' ')}, ${say(entry.source)}${input}\n`,
      );
      terminal.out(paint(diff, terminal));
    });
  },
};
