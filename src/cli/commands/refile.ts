import type { Memory } from '../../memory/memory.js';
import { RappelError } from '../../shared/errors.js';
import type { Command } from '../command.js';
import { withMemory } from '../open-memory.js';
import { followUpdate, showUpdate } from '../show-update.js';

export const refileCommand: Command = {
  summary: 'Move a filed note to another project; Rappel learns from it.',
  usage: 'ID|last PROJECT',
  arguments: { least: 2, most: 2 },
  options: {
    wait: { value: true, summary: 'wait until the note is filed' },
  },
  examples: ['rappel refile last tidewater', 'rappel refile 3f9a0c21be ""'],
  async run(invocation) {
    const [given = '', project = ''] = invocation.arguments;
    await withMemory(invocation, async (memory) => {
      const filed = given === 'last' ? await lastFiled(memory) : given;
      const { id } = await memory.run('updates/refile', { id: filed, project });
      showUpdate(invocation, await followUpdate(invocation, memory, id));
    });
  },
};

/** The newest note that is filed. */
async function lastFiled({ run }: Memory): Promise<string> {
  const last = (await run('updates/list', { limit: 50 })).updates.find(({ history }) => history !== null);
  if (last !== undefined) return last.id;
  throw new RappelError('no_match', 'refile.nothing');
}
