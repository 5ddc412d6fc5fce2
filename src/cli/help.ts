import type { Command, Option } from './command.js';
import { COMMANDS } from './commands.js';
import { COMMON_OPTIONS } from './parse-arguments.js';

export async function generalHelp(): Promise<string> {
  const rows = Object.entries(COMMANDS).map(
    async ([name, load]): Promise<[string, string]> => [name, (await load()).summary],
  );
  return [
    'rappel: one memory for every AI tool, in plain Markdown files.',
    '',
    'Usage: rappel COMMAND [ARGUMENTS] [OPTIONS]',
    '',
    ...table(await Promise.all(rows)),
    '',
    'rappel COMMAND --help shows one command; rappel --version the version.',
  ].join('\n');
}

export function commandHelp(name: string, command: Command): string {
  const options: Record<string, Option> = { ...command.options, ...COMMON_OPTIONS };
  return [
    command.summary,
    '',
    `Usage: rappel ${name} ${command.usage}`.trimEnd(),
    '',
    ...table(
      Object.entries(options).map(([option, { value, summary }]) => [
        `--${option}${value === true ? '' : ` ${value}`}`,
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
