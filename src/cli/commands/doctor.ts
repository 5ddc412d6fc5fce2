import { type Command, PORT, type Terminal } from '../command.js';
import { examine, type Finding } from '../doctor/checks.js';
import { dim, green, red } from '../paint.js';

export const doctor: Command = {
  summary: 'Check the installation; each problem comes with the next command to run.',
  usage: '',
  arguments: { least: 0, most: 0 },
  options: { port: { ...PORT, summary: 'the port to check (default 4747)' } },
  examples: ['rappel doctor', 'rappel doctor --json'],
  async run(invocation) {
    const { vault: root, model } = invocation.settings();
    const port = invocation.number('port') ?? 4747;
    const findings = await examine({ root, port, directory: process.cwd(), model, env: process.env });
    const isWell = findings.every(({ ok }) => ok);
    const { terminal } = invocation;
    invocation.report({ ok: isWell, findings }, () => {
      const width = Math.max(...findings.map(({ area }) => terminal.say(area).length));
      for (const finding of findings) terminal.out(show(finding, width, terminal));
    });
    if (!isWell) terminal.fail(1);
  },
};

function show({ area, ok, says, next }: Finding, areaWidth: number, { say }: Terminal): string {
  const [well, wrong] = [say`ok`, say`wrong`];
  const width = Math.max(well.length, wrong.length);
  const mark = ok ? green(well.padEnd(width)) : red(wrong.padEnd(width));
  const line = `${mark}  ${say(area).padEnd(areaWidth)} ${say(says)}`;
  return next === null
    ? line
    : `${line}\n${' '.repeat(width + areaWidth + 3)}${dim(say`next: ${say(next)}`)}`;
}
