import type { Curve } from '../../service/questions/measure-kept.js';
import type { Say } from '../../words/say.js';
import type { Command } from '../command.js';
import { withMemory } from '../open-memory.js';
import { bold, dim } from '../paint.js';
import { HOW_TO_KEEP } from './keep.js';

export const evalCommand: Command = {
  summary: 'Measure how well search finds the lines of the kept questions, fast and deep.',
  usage: '',
  arguments: { least: 0, most: 0 },
  examples: ['rappel eval', 'rappel eval --json'],
  async run(invocation) {
    const { terminal } = invocation;
    const { say } = terminal;
    const curve = await withMemory(invocation, ({ answers }) => answers.measure());
    invocation.report({ ok: true, ...curve }, () => {
      if (curve.questions + curve.without_lines === 0)
        terminal.out(say`No question is kept. ${say(HOW_TO_KEEP)}`);
      else if (curve.questions === 0)
        terminal.out(say`The kept questions have lost their lines. Which ones: rappel check`);
      else terminal.out(showCurve(curve, say));
    });
  },
};

function showCurve({ questions, without_lines, made_by, modes }: Curve, say: Say): string {
  const { rappel, engine, analysis, ranking } = made_by;
  const table = (title: string, part: 'within' | 'evidence') => [
    bold(title),
    row('', ['fast', 'deep']),
    ...Object.keys(modes.fast[part]).map((key) =>
      row(
        key,
        [modes.fast, modes.deep].map((mode) => mode[part][key]!.toFixed(2)),
      ),
    ),
  ];
  return [
    questions === 1 ? say`1 kept question` : say`${questions} kept questions`,
    ...(without_lines === 0 ? [] : [say`${without_lines} more have lost their lines and are not measured`]),
    dim(say`Rappel ${rappel}, engine ${engine}, analysis ${analysis}, ranking ${ranking}`),
    '',
    ...table(say`Share of the questions whose lines are among the first N chunks`, 'within'),
    '',
    ...table(say`Share of the kept lines that an answer of N tokens shows`, 'evidence'),
  ].join('\n');
}

function row(name: string, values: readonly string[]): string {
  return [name.padStart(6), ...values.map((value) => value.padStart(7))].join('');
}
