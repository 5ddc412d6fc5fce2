import type { CheckedPassage, CheckedQuestion } from '../../service/questions/check-kept.js';
import type { Say } from '../../words/say.js';
import type { Command } from '../command.js';
import { withMemory } from '../open-memory.js';
import { bold, dim, green, red } from '../paint.js';
import { HOW_TO_KEEP } from './keep.js';
import { entryLine } from './replay.js';

export const check: Command = {
  summary: 'Ask the kept questions again, and say which no longer find their lines.',
  usage: '',
  arguments: { least: 0, most: 0 },
  examples: ['rappel check', 'rappel check --json'],
  async run(invocation) {
    const { terminal } = invocation;
    const { say } = terminal;
    const { ok, questions } = await withMemory(invocation, ({ answers }) => answers.check());
    invocation.report({ ok, questions }, () => {
      if (questions.length === 0) terminal.out(say`No question is kept. ${say(HOW_TO_KEEP)}`);
      for (const question of questions) terminal.out(showChecked(question, say));
      const lost = questions.filter(({ status }) => status === 'lost').length;
      if (lost > 0) terminal.out(say`${lost} of ${questions.length} kept questions lost their lines.`);
    });
    if (!ok) terminal.fail(1);
  },
};

function showChecked(checked: CheckedQuestion, say: Say): string {
  const { id, question, status, rank, passages, first_now } = checked;
  const found = rank === null ? red(say`lost`) : green(`${statusWord(status, say)} #${rank}`);
  const lost = passages.filter((passage) => passage.found === 'lost');
  const isInstead = status === 'lost' && first_now !== null;
  return [
    `${found}  ${bold(question.replaceAll(/\s+/g, ' '))}  ${dim(id)}`,
    ...lost.flatMap((passage) => [
      `  ${passage.ref}: ${whyLost(passage, say)}`,
      ...passage.entries.map((entry) => `    ${dim(entryLine(entry, say))}`),
    ]),
    ...(isInstead ? [`  ${say`shown first now: ${first_now}`}`] : []),
  ].join('\n');
}

function statusWord(status: CheckedQuestion['status'], say: Say): string {
  if (status === 'moved') return say`moved, found`;
  return status === 'changed' ? say`changed, found` : say`found`;
}

function whyLost({ lines, places }: CheckedPassage, say: Say): string {
  const where = places.map(({ path, lines: range }) => `${path}:${range}`).join(', ');
  if (lines === 'deleted') return say`the lines were deleted`;
  if (lines === 'unknown') return say`the history has no version with these lines`;
  if (lines === 'changed') return say`the lines changed; what they became (${where}) is not shown`;
  return say`the lines are at ${where}, but other passages come first`;
}
