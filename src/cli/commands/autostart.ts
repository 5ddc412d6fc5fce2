import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { refuseTemporaryCopy } from '../../service/assistants/launch.js';
import { ioError, RappelError } from '../../shared/errors.js';
import { visible } from '../../shared/visible.js';
import type { Autostart, AutostartRequest } from '../autostart/autostart.js';
import { launchdAgent } from '../autostart/launchd.js';
import { systemdUnit } from '../autostart/systemd.js';
import { type Command, type Invocation, UsageError } from '../command.js';

export const autostart: Command = {
  summary: 'Start the service at login: on or off (systemd, launchd).',
  usage: 'on|off',
  arguments: { least: 1, most: 1 },
  options: { print: { value: true, summary: 'show the file and the commands; change nothing' } },
  examples: ['rappel autostart on', 'rappel autostart on --print', 'rappel autostart off'],
  completes: ['on', 'off'],
  async run(invocation) {
    const [what = ''] = invocation.arguments;
    if (what !== 'on' && what !== 'off')
      throw new UsageError('usage.got_of', { given: what, names: 'on', last: 'off' });
    const plan = planFor(invocation.settings().vault);
    if (invocation.flag('print')) print(invocation, what, plan);
    else if (what === 'on') switchOn(invocation, plan);
    else switchOff(invocation, plan);
  },
};

const PROGRAM = fileURLToPath(new URL('../../../bin/rappel.js', import.meta.url));

function planFor(vault: string): Autostart {
  const request: AutostartRequest = {
    command: [process.execPath, PROGRAM, 'serve', '--vault', vault],
    home: homedir(),
    env: process.env,
    uid: process.getuid?.() ?? 0,
  };
  const unfit = request.command.find((word) => /\p{Cc}/u.test(word));
  // A line end would be a line of its own in the file of another program.
  if (unfit !== undefined)
    throw new RappelError('invalid_input', 'autostart.control_character', { program: visible(unfit) });
  if (process.platform === 'linux') return systemdUnit(request);
  if (process.platform === 'darwin') return launchdAgent(request);
  throw new RappelError('invalid_input', 'autostart.unsupported', { platform: process.platform });
}

function print(invocation: Invocation, what: 'on' | 'off', { file, text, start, stop }: Autostart): void {
  const commands = (what === 'on' ? start : stop).map((words) => words.join(' '));
  const lines = what === 'on' ? [`# ${file}`, text, ...commands] : [...commands, `rm ${file}`];
  invocation.report({ file, text: what === 'on' ? text : null, commands }, () =>
    invocation.terminal.out(lines.join('\n')),
  );
}

function switchOn(invocation: Invocation, { file, text, start }: Autostart): void {
  refuseTemporaryCopy(PROGRAM);
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  } catch (error) {
    throw ioError(error, file);
  }
  const { say } = invocation.terminal;
  const lines = [say`Wrote ${file}`];
  for (const [at, words] of start.entries()) {
    const problem = runCommand(words);
    if (problem !== null) {
      const left = start.slice(at).map((command) => command.join(' '));
      throw new RappelError('io', 'autostart.failed', { problem, commands: left.join(' && '), file });
    }
    lines.push(say`Ran ${words.join(' ')}`);
  }
  lines.push(
    say`Rappel now starts at login. It does not see the variables of your shell: save a key with rappel setup.`,
  );
  invocation.report({ on: true, file }, () => invocation.terminal.out(lines.join('\n')));
}

function switchOff(invocation: Invocation, { file, stop }: Autostart): void {
  const { say } = invocation.terminal;
  if (!existsSync(file)) {
    invocation.report({ on: false, file }, () => invocation.terminal.out(say`Autostart is off already.`));
    return;
  }
  const lines = stop.map((words) => {
    const problem = runCommand(words);
    return problem === null ? say`Ran ${words.join(' ')}` : say`[warning] ${say(problem)}`;
  });
  rmSync(file);
  lines.push(say`Removed ${file}`);
  invocation.report({ on: false, file }, () => invocation.terminal.out(lines.join('\n')));
}

/** What went wrong, or null. */
function runCommand([program = '', ...words]: string[]): string | null {
  const { error, status, stderr } = spawnSync(program, words, { encoding: 'utf8' });
  if (error !== undefined) return `${program} can't be started`;
  if (status === 0) return null;
  const reason = stderr.trim().split('\n').at(-1) || `exit ${status}`;
  return `the command ${[program, ...words].join(' ')} failed: ${reason}`;
}
