import type { Command } from '../command.js';
import { examine, type Finding } from '../doctor/checks.js';
import { dim, green, red } from '../paint.js';

export const doctor: Command = {
  summary: 'Check the installation; each problem comes with the next command to run.',
  usage: '',
  arguments: { least: 0, most: 0 },
  options: { port: { value: 'N', summary: 'the port to check (default 4747)' } },
  examples: ['rappel doctor', 'rappel doctor --json'],
  async run(invocation) {
    const { vault: root, model } = invocation.settings();
    const port = invocation.number('port') ?? 4747;
    const findings = await examine({ root, port, model, env: process.env });
    const isWell = findings.every(({ ok }) => ok);
    const { terminal } = invocation;
    invocation.report({ ok: isWell, findings }, () => {
      for (const finding of findings) terminal.out(show(finding));
    });
    if (!isWell) terminal.fail(1);
  },
};

function show({ area, ok, says, next }: Finding): string {
  const line = `${ok ? green('ok   ') : red('wrong')}  ${area.padEnd(8)} ${says}`;
  return next === null ? line : `${line}\n${' '.repeat(16)}${dim(`next: ${next}`)}`;
}
