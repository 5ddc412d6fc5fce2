import type { Command } from '../command.js';
import { runRevert } from '../run-revert.js';

export const undo: Command = {
  name: 'undo',
  summary: 'Take an entry of the history back.',
  usage: 'ID',
  arguments: { least: 1, most: 1 },
  options: {},
  examples: ['rappel undo 3f9a0c21be'],
  async run(invocation) {
    const [id = ''] = invocation.arguments;
    await runRevert(invocation, (history) => history.undo(id));
  },
};
