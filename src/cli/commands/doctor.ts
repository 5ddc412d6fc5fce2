import { saidIn } from '../../words/message.js';
import { type Command, type Invocation, PORT, type Terminal } from '../command.js';
import { examine } from '../doctor/checks.js';
import type { DoctorFinding } from '../doctor/finding.js';
import { hubFolderAt, openHubDatabase } from '../hub-folder.js';
import { dim, green, red } from '../paint.js';

export const doctor: Command = {
  summary: 'Check the installation; each problem comes with the next command to run.',
  usage: '',
  arguments: { least: 0, most: 0 },
  options: {
    port: { ...PORT, summary: 'the port to check (default 4747)' },
    hub: { value: 'FOLDER', summary: 'check this hub and the remotes of its vaults instead of one vault' },
  },
  examples: ['rappel doctor', 'rappel doctor --json', 'rappel doctor --hub ~/vaults'],
  async run(invocation) {
    const findings = await findingsOf(invocation);
    const isWell = findings.every(({ ok }) => ok);
    const { terminal } = invocation;
    invocation.report({ ok: isWell, findings }, () => {
      const width = Math.max(...findings.map(({ area }) => terminal.say(area).length));
      for (const finding of findings) terminal.out(show(finding, width, terminal));
    });
    if (!isWell) terminal.fail(1);
  },
};

async function findingsOf(invocation: Invocation): Promise<DoctorFinding[]> {
  const { vault: root, model } = invocation.settings();
  const port = invocation.number('port') ?? 4747;
  const examined = { root, port, directory: process.cwd(), model, env: process.env };
  const hub = invocation.text('hub');
  if (hub === undefined) return examine(examined);
  const folder = hubFolderAt(hub);
  const { examineHub } = await import('../doctor/hub-checks.js');
  const database = await openHubDatabase(process.env);
  try {
    const ofMachine = await examine(examined, ['runtime', 'engine', 'model']);
    return [...ofMachine, ...(await examineHub(folder, database, process.env))];
  } finally {
    await database?.pool.close();
  }
}

function show({ area, ok, says, next, error }: DoctorFinding, areaWidth: number, { say }: Terminal): string {
  const said = error === undefined || error.reason === 'other' ? say(says) : saidIn(say.messages, error);
  const [well, wrong] = [say`ok`, say`wrong`];
  const width = Math.max(well.length, wrong.length);
  const mark = ok ? green(well.padEnd(width)) : red(wrong.padEnd(width));
  const line = `${mark}  ${say(area).padEnd(areaWidth)} ${said}`;
  return next === null
    ? line
    : `${line}\n${' '.repeat(width + areaWidth + 3)}${dim(say`next: ${say(next)}`)}`;
}
