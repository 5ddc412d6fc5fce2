import type { Command, Option, Terminal } from './command.js';
import { EVERY_DAY, FURTHER, TO_SET_UP } from './commands.js';
import { COMMON_OPTIONS } from './parse-arguments.js';

type Screen = Pick<Terminal, 'say' | 'interactive' | 'columns'>;

/** The commands that people use, or all of them. */
export async function generalHelp(screen: Screen, all = false): Promise<string> {
  const { say } = screen;
  const groups = [EVERY_DAY, TO_SET_UP, ...(all ? [FURTHER] : [])];
  const width = Math.max(...groups.flatMap(Object.keys).map((name) => name.length));
  const tables = groups.map(async (group) => {
    const rows = Object.entries(group).map(
      async ([name, load]): Promise<[string, string]> => [name, say((await load()).summary)],
    );
    return [...table(await Promise.all(rows), screen, width), ''];
  });
  return [
    ...wrapped(say`rappel: one memory for every AI tool, in plain Markdown files.`, screen),
    '',
    say`Usage: rappel COMMAND [ARGUMENTS] [OPTIONS]`,
    '',
    ...(await Promise.all(tables)).flat(),
    ...(all ? [] : wrapped(say`rappel --help --all shows every command.`, screen)),
    ...wrapped(say`rappel COMMAND --help shows one command; rappel --version the version.`, screen),
  ].join('\n');
}

export function commandHelp(name: string, command: Command, screen: Screen): string {
  const { say } = screen;
  const options: Record<string, Option> = { ...command.options, ...COMMON_OPTIONS };
  const rows = Object.entries(options).map(([option, { value, summary }]): [string, string] => [
    `--${option}${value === true ? '' : ` ${say(value)}`}`,
    say(summary),
  ]);
  return [
    ...wrapped(say(command.summary), screen),
    '',
    say`Usage: rappel ${name} ${say(command.usage)}`.trimEnd(),
    '',
    ...table(rows, screen),
    ...(command.examples.length > 0
      ? ['', say`Examples:`, ...command.examples.map((example) => `  ${example}`)]
      : []),
  ].join('\n');
}

function table(
  rows: [string, string][],
  screen: Screen,
  width = Math.max(...rows.map(([left]) => left.length)),
): string[] {
  return rows.flatMap(([left, right]) =>
    wrapped(right, screen, width + 4).map((line, at) => `  ${(at === 0 ? left : '').padEnd(width)}  ${line}`),
  );
}

/** In lines that fit beside the column on their left; whole if no person reads it. */
function wrapped(text: string, { interactive, columns }: Screen, left = 0): string[] {
  const room = interactive ? Math.max(LEAST_ROOM, columns - left) : Number.POSITIVE_INFINITY;
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > room) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}

const LEAST_ROOM = 20;
