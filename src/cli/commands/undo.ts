import { undoEntry } from '../../service/history/undo.js';
import type { Command } from '../command.js';
import { finishRevert } from '../finish-revert.js';

export const undo: Command = {
  name: 'undo',
  summary: 'Take an entry of the history back.',
  usage: 'ID',
  arguments: { least: 1, most: 1 },
  options: {},
  examples: ['rappel undo 3f9a0c21be'],
  async run(invocation) {
    const [id = ''] = invocation.arguments;
    await finishRevert(invocation, (vault, history) => undoEntry(vault, history, id));
  },
};
