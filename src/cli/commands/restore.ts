import type { Moment } from '../../operations/history.js';
import { message } from '../../words/message.js';
import { type Command, UsageError } from '../command.js';
import { revertAndShow } from '../run-revert.js';

export const restore: Command = {
  summary: 'Restore an earlier version of a file or folder.',
  usage: 'PATH --at ID|DATE',
  arguments: { least: 1, most: 1 },
  options: {
    at: { value: 'WHEN', summary: 'an entry of the history, or a date like 2025-07-14 or 2025-07-14T18:30' },
  },
  examples: ['rappel restore profile.md --at 2025-07-14', 'rappel restore tasks.md --at 3f9a0c21be'],
  completes: 'paths',
  async run(invocation) {
    const [path = ''] = invocation.arguments;
    const at = invocation.text('at');
    if (at === undefined) throw new UsageError('usage.restore');
    await revertAndShow(invocation, async (run, signal) => {
      const { entry } = await run('history/restore', { path, at: moment(at) }, { signal });
      return entry;
    });
  },
};

/** A day alone means its end. */
function moment(at: string): Moment {
  if (!/^\d{4}-\d\d-\d\d/.test(at)) return { id: at };
  const time = at.length === 10 ? `${at}T23:59:59` : at.replace(' ', 'T');
  if (Number.isNaN(Date.parse(time)))
    throw new UsageError('usage.option', {
      parameter: '--at',
      given: at,
      expected: message('usage.id_or_date'),
    });
  return { time };
}
