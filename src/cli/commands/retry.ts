import type { VaultStatus } from '../../operations/status.js';
import { type Command, UsageError } from '../command.js';
import { withMemory } from '../open-memory.js';
import { followUpdate, showUpdate } from '../show-update.js';

export const retry: Command = {
  summary: 'Retry an update that failed, waits for the model, or was dismissed.',
  usage: '[ID...]',
  arguments: { least: 0, most: 1_000 },
  options: {
    all: { value: true, summary: 'every update that failed or waits for the model' },
    wait: { value: true, summary: 'wait until they are filed' },
  },
  examples: ['rappel retry 3f9a0c21be', 'rappel retry --all'],
  async run(invocation) {
    const given = invocation.arguments;
    if (invocation.flag('all') === given.length > 0) throw new UsageError('usage.retry');
    await withMemory(invocation, async (memory) => {
      const ids = given.length > 0 ? given : unfiled(await memory.run('status'));
      if (ids.length === 0)
        invocation.report({ updates: [] }, () =>
          invocation.terminal.out(invocation.terminal.say`No update waits.`),
        );
      for (const id of ids) await memory.run('updates/retry', { id });
      for (const id of ids) showUpdate(invocation, await followUpdate(invocation, memory, id));
    });
  },
};

function unfiled({ failed, retrying }: VaultStatus): string[] {
  return [...failed, ...retrying].map(({ id }) => id);
}
