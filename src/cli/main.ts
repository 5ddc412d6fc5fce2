import { languageSetting } from '../service/settings/language-setting.js';
import { errorMessage, RappelError, sizeError, systemError, toldOf } from '../shared/errors.js';
import { version } from '../shared/version.js';
import { LANGUAGES } from '../words/language.js';
import { message, saidIn } from '../words/message.js';
import { sayEnglish, sayIn } from '../words/say.js';
import { Cancelled } from './ask.js';
import { type Command, type Terminal, UsageError } from './command.js';
import { COMMANDS } from './commands.js';
import type { Doors } from './doors.js';
import { exitOnSignals } from './exit-on-signals.js';
import { errorJson, errorText } from './show-error.js';
import { createTerminal } from './terminal.js';

/** Runs one command line. Never throws; the exit code is 0 done, 1 failed, 2 wrong usage, 130 ended by Ctrl-C. */
export async function main(argv: string[], doors: Doors): Promise<void> {
  // They show no sentence of Rappel.
  const asksVersion = ['--version', '-V', '-v'].includes(argv[0] ?? '');
  const isWordless = asksVersion || argv[0] === '__complete';
  const say = isWordless ? sayEnglish : await sayIn(languageSetting(process.env));
  const terminal = createTerminal(process, say);
  process.on('uncaughtException', (error) => {
    report(systemError(error), argv, terminal);
    process.exit();
  });
  if (asksVersion) {
    terminal.out(version());
    return;
  }
  try {
    if (!isWordless) checkLanguage(process.env);
    await run(argv, terminal, doors);
  } catch (error) {
    report(systemError(sizeError(error)), argv, terminal);
  }
}

function checkLanguage({ RAPPEL_LANGUAGE: given }: NodeJS.ProcessEnv): void {
  if (given && !LANGUAGES.some((known) => known === given))
    throw new UsageError('usage.option', {
      parameter: 'RAPPEL_LANGUAGE',
      given,
      expected: message('usage.one_of', { names: LANGUAGES.join(', ') }),
    });
}

async function run(argv: string[], terminal: Terminal, doors: Doors): Promise<void> {
  const { name, rest } = await splitCommand(argv);
  const { commandHelp, generalHelp } = await import('./help.js');
  if (name === undefined || name === 'help') {
    const topic = name === 'help' ? rest.find((word) => !word.startsWith('-')) : undefined;
    terminal.out(
      topic === undefined
        ? await generalHelp(terminal, rest.includes('--all'))
        : commandHelp(topic, await loadCommand(topic), terminal),
    );
    return;
  }
  if (name === '__complete') {
    const { completeWords } = await import('./complete.js');
    terminal.out((await completeWords(rest, process.env)).join('\n'));
    return;
  }
  const command = await loadCommand(name);
  const { namingOption, parseInvocation } = await import('./parse-arguments.js');
  const invocation = parseInvocation(name, command, rest, { terminal, doors, env: process.env });
  if (invocation === 'help') {
    terminal.out(commandHelp(name, command, terminal));
    return;
  }
  // Every engine reads this, in this process and in those it starts.
  const engine = invocation.text('engine');
  if (engine !== undefined) process.env.RAPPEL_ENGINE = engine;
  if (!command.stays) exitOnSignals();
  try {
    await command.run(invocation);
  } catch (error) {
    throw namingOption(error, command, invocation);
  }
}

/** `rappel --vault DIR read …` and `rappel read … --vault DIR` are the same. */
async function splitCommand(argv: string[]): Promise<{ name: string | undefined; rest: string[] }> {
  const takesValue = (word: string) => word === '--vault' || word === '--engine';
  let at = 0;
  const flags: string[] = [];
  for (; at < argv.length && argv[at]!.startsWith('-'); at += takesValue(argv[at]!) ? 2 : 1)
    flags.push(argv[at]!.split('=')[0]!);
  const before = argv.slice(0, at);
  if (flags.includes('--help') || flags.includes('-h')) return { name: 'help', rest: flags };
  if (flags.length > 0 && !Object.hasOwn(COMMANDS, argv[at] ?? '')) {
    const { COMMON_OPTIONS } = await import('./parse-arguments.js');
    const unknown = flags.find((flag) => !Object.hasOwn(COMMON_OPTIONS, flag.slice(2)));
    if (unknown !== undefined) throw new UsageError('usage.option_before', { option: unknown });
  }
  if (at >= argv.length && before.length > 0)
    throw new UsageError('usage.no_command', { before: before.join(' ') });
  return { name: argv[at], rest: [...before, ...argv.slice(at + 1)] };
}

async function loadCommand(name: string): Promise<Command> {
  const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (load !== undefined) return load();
  const { meantCommand } = await import('./meant-command.js');
  const meant = meantCommand(name);
  if (meant === null) throw new UsageError('usage.unknown_command', { command: name });
  throw new UsageError('usage.unknown_command_near', { command: name, near: meant });
}

function report(error: unknown, argv: string[], terminal: Terminal): void {
  if (error instanceof Cancelled) {
    terminal.err('');
    terminal.fail(130);
    return;
  }
  if (argv.includes('--json')) terminal.out(JSON.stringify(errorJson(error)));
  terminal.err(sentence(error, argv, terminal));
  terminal.fail(error instanceof UsageError ? 2 : 1);
}

function sentence(error: unknown, argv: string[], { say }: Terminal): string {
  if (error instanceof UsageError) {
    const command = argv.find((word) => Object.hasOwn(COMMANDS, word));
    const help = `rappel ${command ? `${command} ` : ''}--help`;
    return `${say`[error] ${saidIn(say.messages, toldOf(error))}`}\n${say`Help: ${help}`}`;
  }
  if (error instanceof RappelError) return errorText(error, say);
  const trace = process.env.RAPPEL_DEBUG && error instanceof Error ? `\n${error.stack}` : '';
  return `${say`[error] unexpected problem: ${errorMessage(error)}`}\n${say`To see where it happened, run the command again with RAPPEL_DEBUG=1.`}${trace}`;
}
