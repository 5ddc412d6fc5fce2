import type { Answer } from '../../agents/answer.js';
import { MAX_TOKENS, stepOf } from '../../agents/answer.js';
import type { StepEvent } from '../../operations/operation.js';
import { saidIn } from '../../words/message.js';
import { type Command, type Invocation, type Terminal, UsageError } from '../command.js';
import { withMemory } from '../open-memory.js';
import { dim } from '../paint.js';
import { placeOf } from '../place-of.js';
import { SEARCH_OPTIONS, searchOptions } from '../search-options.js';
import { type AnswerView, showAnswer } from '../show-answer.js';

export const searchCommand: Command = {
  summary: 'Answer a question: a short overview, then the exact passages (find lists chunks by score).',
  usage: 'QUESTION',
  arguments: { least: 1, most: Number.POSITIVE_INFINITY },
  options: {
    ...SEARCH_OPTIONS,
    limit: { value: 'N', summary: 'how many passages to show on a terminal', least: 1 },
    full: { value: true, summary: 'show every line, also what does not fit on the screen' },
    'max-tokens': { value: 'N', summary: `how long the answer may be (default: ${MAX_TOKENS})` },
  },
  examples: [
    'rappel search "pourquoi a-t-on abandonné l\'API externe ?"',
    'rappel search "deadlines" --scope projects/',
  ],
  async run(invocation) {
    const question = invocation.arguments.join(' ');
    if (question.trim() === '') throw new UsageError('usage.search');
    const { terminal } = invocation;
    const asked = {
      question,
      ...searchOptions(invocation),
      max_tokens: invocation.number('max-tokens') ?? null,
    };
    const onEvent = terminal.interactive && !invocation.flag('json') ? stepsShown(terminal) : () => {};
    const answer = await withMemory(invocation, ({ run }) => run('search', asked, { onEvent }));
    invocation.report(answer, () =>
      terminal.out(
        terminal.interactive ? showAnswer(answer, viewOf(question, invocation), terminal) : answer.text,
      ),
    );
    warnOfModel(answer, terminal);
  },
};

function viewOf(question: string, invocation: Invocation): AnswerView {
  const limit = invocation.number('limit');
  const { vault } = invocation.settings();
  return { question, limit, full: invocation.flag('full'), place: (path) => placeOf(path, vault) };
}

/** Shows the steps of an answer that takes more than a second. */
function stepsShown(terminal: Terminal): (event: StepEvent) => void {
  const start = performance.now();
  return (event) => {
    if (event.type === 'tool-call' && performance.now() - start > 1_000)
      terminal.err(dim(`… ${stepOf(event)}`));
  };
}

/** If the clerk had to answer, say why. */
function warnOfModel({ stages }: Answer, terminal: Terminal): void {
  const agent = stages.find(({ name, ran }) => name === 'agent' && !ran);
  if (agent !== undefined) {
    const { say } = terminal;
    terminal.err(
      say`[warning] answered without the model: ${agent.error ? saidIn(say.messages, agent.error) : (agent.reason ?? '')}`,
    );
  }
}
