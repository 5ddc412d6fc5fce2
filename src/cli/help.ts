import type { Say } from '../words/say.js';
import type { Command, Option } from './command.js';
import { COMMANDS } from './commands.js';
import { COMMON_OPTIONS } from './parse-arguments.js';

export async function generalHelp(say: Say): Promise<string> {
  const rows = Object.entries(COMMANDS).map(
    async ([name, load]): Promise<[string, string]> => [name, say((await load()).summary)],
  );
  return [
    say`rappel: one memory for every AI tool, in plain Markdown files.`,
    '',
    say`Usage: rappel COMMAND [ARGUMENTS] [OPTIONS]`,
    '',
    ...table(await Promise.all(rows)),
    '',
    say`rappel COMMAND --help shows one command; rappel --version the version.`,
  ].join('\n');
}

export function commandHelp(name: string, command: Command, say: Say): string {
  const options: Record<string, Option> = { ...command.options, ...COMMON_OPTIONS };
  return [
    say(command.summary),
    '',
    say`Usage: rappel ${name} ${say(command.usage)}`.trimEnd(),
    '',
    ...table(
      Object.entries(options).map(([option, { value, summary }]) => [
        `--${option}${value === true ? '' : ` ${say(value)}`}`,
        say(summary),
      ]),
    ),
    ...(command.examples.length > 0
      ? ['', say`Examples:`, ...command.examples.map((example) => `  ${example}`)]
      : []),
  ].join('\n');
}

function table(rows: [string, string][]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}
