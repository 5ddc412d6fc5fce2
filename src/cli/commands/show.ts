import type { RunByName } from '../../operations/list.js';
import { RappelError } from '../../shared/errors.js';
import type { Command } from '../command.js';
import { withMemory } from '../open-memory.js';
import { paint } from '../paint.js';

export const show: Command = {
  summary: 'Show an entry of the history with its diff.',
  usage: 'ID|last',
  arguments: { least: 1, most: 1 },
  examples: ['rappel show last', 'rappel show 3f9a0c21be'],
  async run(invocation) {
    const [id = ''] = invocation.arguments;
    const { diff, ...entry } = await withMemory(invocation, async ({ run }) =>
      run('history/show', { id: id === 'last' ? await newestEntry(run) : id }),
    );
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

async function newestEntry(run: RunByName): Promise<string> {
  const [newest] = (await run('history/list', { limit: 1 })).entries;
  if (newest !== undefined) return newest.id;
  throw new RappelError('no_match', 'history.empty');
}
