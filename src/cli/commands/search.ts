import type { AgentEvent, Answer } from '../../agents/answer.js';
import { stepOf } from '../../agents/answer.js';
import { type Command, type Terminal, UsageError } from '../command.js';
import { withMemory } from '../open-memory.js';
import { dim, paint } from '../paint.js';

export const search: Command = {
  name: 'search',
  summary: 'Ask the memory a question: a short overview, then the exact passages.',
  usage: 'QUESTION',
  arguments: { least: 1, most: Number.POSITIVE_INFINITY },
  options: {
    scope: { value: 'PATH', summary: 'paths or globs to search in, separated by commas' },
    from: { value: 'DATE', summary: 'the first day to include: 2025-07-14, "7 days ago", "last week"' },
    to: { value: 'DATE', summary: 'the last day to include' },
    'asked-on': { value: 'DATE', summary: 'the day from which "last week" is seen (default: today)' },
  },
  examples: [
    'rappel search "pourquoi a-t-on abandonné l\'API externe ?"',
    'rappel search "deadlines" --scope projects/',
  ],
  async run(invocation) {
    const question = invocation.arguments.join(' ');
    if (question.trim() === '') throw new UsageError('search needs a question');
    const { terminal } = invocation;
    const asked = {
      question,
      scopes: invocation.text('scope')?.split(',') ?? null,
      date_from: invocation.text('from') ?? null,
      date_to: invocation.text('to') ?? null,
      asked_on: invocation.text('asked-on') ?? null,
    };
    const onEvent =
      terminal.interactive && !invocation.flag('json')
        ? (event: AgentEvent) => showStep(event, terminal)
        : () => {};
    const answer = await withMemory(invocation, (memory) => memory.ask(asked, { onEvent }));
    invocation.report(answer, () => terminal.out(paint(answer.text, terminal)));
    warnOfModel(answer, terminal);
  },
};

function showStep(event: AgentEvent, terminal: Terminal): void {
  if (event.type === 'tool-call') terminal.err(dim(`… ${stepOf(event)}`));
}

/** If the librarian had to answer, say why. */
function warnOfModel({ stages }: Answer, terminal: Terminal): void {
  const agent = stages.find(({ name, ran }) => name === 'agent' && !ran);
  if (agent !== undefined) terminal.err(`[warning] answered without the model: ${agent.reason}`);
}
