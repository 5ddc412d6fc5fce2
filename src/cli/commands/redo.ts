import type { RunByName } from '../../operations/list.js';
import { RappelError } from '../../shared/errors.js';
import type { Command } from '../command.js';
import { revertAndShow } from '../run-revert.js';
import { CHOICES, orAsk } from './undo.js';

export const redo: Command = {
  summary: 'Redo an entry that was undone.',
  usage: 'ID|last',
  arguments: { least: 1, most: 1 },
  options: { ...CHOICES },
  examples: ['rappel redo last', 'rappel redo 3f9a0c21be'],
  async run(invocation) {
    const [id = ''] = invocation.arguments;
    await revertAndShow(invocation, async (run, signal) => {
      const entry = id === 'last' ? await lastUndone(run) : id;
      return orAsk(invocation, (choices) => run('history/redo', { id: entry, choices }, { signal }));
    });
  },
};

/** The entry that was undone last. */
async function lastUndone(run: RunByName): Promise<string> {
  const { entries } = await run('history/list', { limit: 1_000 });
  const undone = new Set(entries.filter(({ source }) => source !== 'undo').map(({ undone_by }) => undone_by));
  const last = entries.find(({ id }) => undone.has(id));
  if (last !== undefined) return last.id;
  throw new RappelError('no_match', 'redo.nothing');
}
