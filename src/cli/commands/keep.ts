import { type Command, UsageError } from '../command.js';
import { withMemory } from '../open-memory.js';
import { bold, dim } from '../paint.js';
import { minute } from '../show-receipt.js';

export const keep: Command = {
  summary:
    'Keep an answer as good, to check later that it is still found (the star of the page); list the kept ones.',
  usage: '[ANSWER|last]',
  arguments: { least: 0, most: 1 },
  options: { remove: { value: true, summary: 'no longer keep this answer' } },
  examples: ['rappel keep last', 'rappel keep', 'rappel keep 3f9a0c21be --remove'],
  async run(invocation) {
    const { terminal } = invocation;
    const { say } = terminal;
    const [id] = invocation.arguments;
    const removes = invocation.flag('remove');
    if (id === undefined && removes) throw new UsageError('keep --remove needs an answer');
    const kept = await withMemory(invocation, async ({ answers }) => {
      if (id === undefined) return answers.kept();
      return removes ? answers.remove(id) : answers.keep(id);
    });
    invocation.report({ ok: true, kept }, () => {
      for (const { id: one, question, kept: time } of kept)
        terminal.out(`${bold(one)}  ${dim(minute(time))}  ${question.replaceAll(/\s+/g, ' ')}`);
      if (kept.length === 0) terminal.out(say`No question is kept. ${say(HOW_TO_KEEP)}`);
    });
  },
};

export const HOW_TO_KEEP = 'After a good answer: rappel keep last, or the star on the page.';
