import type { Command, Option } from './command.js';
import { COMMANDS } from './commands.js';
import { COMMON_OPTIONS } from './parse-arguments.js';

export async function generalHelp(): Promise<string> {
  const commands = await Promise.all(Object.values(COMMANDS).map((load) => load()));
  return [
    'rappel: one memory for every AI tool, in plain Markdown files.',
    '',
    'Usage: rappel COMMAND [ARGUMENTS] [OPTIONS]',
    '',
    ...table(commands.map(({ name, summary }) => [name, summary])),
    '',
    'rappel COMMAND --help shows one command; rappel --version the version.',
  ].join('\n');
}

export function commandHelp(command: Command): string {
  const options: Record<string, Option> = { ...command.options, ...COMMON_OPTIONS };
  return [
    command.summary,
    '',
    `Usage: rappel ${command.name} ${command.usage}`.trimEnd(),
    '',
    ...table(
      Object.entries(options).map(([name, { value, summary }]) => [
        `--${name}${value === true ? '' : ` ${value}`}`,
        summary,
      ]),
    ),
    ...(command.examples.length > 0
      ? ['', 'Examples:', ...command.examples.map((example) => `  ${example}`)]
      : []),
  ].join('\n');
}

function table(rows: [string, string][]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}
