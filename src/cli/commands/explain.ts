import { localMinute } from '../../shared/clock.js';
import type { Command } from '../command.js';
import { withMemory } from '../open-memory.js';
import { bold, dim } from '../paint.js';
import { showReceipt } from '../show-receipt.js';

export const explain: Command = {
  summary:
    'Say how an answer came about: why these passages, and why not others; without an answer, list them.',
  usage: '[ANSWER|last]',
  arguments: { least: 0, most: 1 },
  options: { limit: { value: 'N', summary: 'how many answers to list (default: 20)', least: 1, most: 200 } },
  examples: ['rappel explain last', 'rappel explain 3f9a0c21be --json', 'rappel explain'],
  async run(invocation) {
    const { terminal } = invocation;
    const { say } = terminal;
    const [id] = invocation.arguments;
    await withMemory(invocation, async ({ run }) => {
      if (id !== undefined) {
        const receipt = await run('answers/explain', { id });
        invocation.report({ ok: true, ...receipt }, () => terminal.out(showReceipt(receipt, say)));
        return;
      }
      const { answers } = await run('answers/list', { limit: invocation.number('limit') ?? 20 });
      invocation.report({ ok: true, answers }, () => {
        for (const one of answers)
          terminal.out(
            `${bold(one.id)}  ${dim(localMinute(new Date(one.time)))}  ${one.question.replaceAll(/\s+/g, ' ')}`,
          );
        if (answers.length === 0) terminal.out(say`No answers yet. Ask with: rappel search "…"`);
      });
    });
  },
};
