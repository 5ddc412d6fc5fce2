import { ENGINES } from '../service/settings/config-file.js';
import { RappelError } from '../shared/errors.js';
import { nearest } from '../shared/nearest.js';
import { type MessageFields, type MessageList, message } from '../words/message.js';
import { type Command, type Invocation, type Option, type Terminal, UsageError } from './command.js';
import type { Doors } from './doors.js';
import { loadSettings } from './settings.js';

/** The flags that every command takes. */
export const COMMON_OPTIONS: Record<string, Option> = {
  vault: { value: 'DIR', summary: 'the vault to use (RAPPEL_VAULT; default ~/rappel)' },
  engine: {
    value: 'NAME',
    summary: 'search engine: own or qmd (RAPPEL_ENGINE; default own)',
    choices: ENGINES,
  },
  json: { value: true, summary: 'print JSON for a program' },
  help: { value: true, summary: 'show this help' },
};

/** Reads the words after a command's name. Throws `UsageError`; answers `help` if that was asked for. */
export function parseInvocation(
  name: string,
  command: Command,
  words: string[],
  { terminal, doors, env }: { terminal: Terminal; doors: Doors; env: NodeJS.ProcessEnv },
): Invocation | 'help' {
  const options = { ...command.options, ...COMMON_OPTIONS };
  const { values, positionals } = parse(words, options);
  if (values.help) return 'help';

  const { least, most } = command.arguments;
  if (positionals.length < least)
    throw new UsageError('usage.missing_argument', { command: name, usage: usageOf(command) });
  if (positionals.length > most) {
    throw new UsageError('usage.unexpected_argument', {
      argument: positionals[most]!,
      command: name,
      usage: usageOf(command),
    });
  }
  const texts = (option: string) => (values[option] ?? []).filter((value) => value !== true);
  const text = (option: string) => texts(option).at(-1);
  const flag = (option: string) => values[option] !== undefined;
  return {
    arguments: positionals,
    text,
    texts,
    number: (option) => (flag(option) ? Number(text(option)) : undefined),
    flag,
    report(facts, show) {
      if (flag('json')) terminal.out(JSON.stringify({ ok: true, ...facts }));
      else show();
    },
    settings: () => loadSettings({ vault: text('vault') }, env),
    terminal,
    doors,
  };
}

/** Our own small parser, so that text may start with a dash (`--old "- item"`), as Markdown often does. */
function parse(words: string[], options: Record<string, Option>) {
  const values: Record<string, (string | true)[]> = {};
  const positionals: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!;
    if (word === '--') {
      positionals.push(...words.slice(at + 1));
      break;
    }
    if (!isFlag(word)) {
      positionals.push(word);
      continue;
    }
    const [, name, attached] = /^--([^=]*)(?:=(.*))?$/s.exec(word === '-h' ? '--help' : word) ?? [];
    const option = name !== undefined && Object.hasOwn(options, name) ? options[name] : undefined;
    if (name === undefined || option === undefined) throw unknownOption(word.split('=')[0]!, options);
    if (option.value === true) {
      if (attached !== undefined) throw new UsageError('usage.no_value', { option: name });
      values[name] = [true];
      continue;
    }
    const value = attached ?? words[++at];
    if (value === undefined)
      throw new UsageError('usage.needs_value', { option: name, value: { words: option.value } });
    checkValue(name, option, value);
    values[name] = [...(values[name] ?? []), value];
  }
  return { values, positionals };
}

function isFlag(word: string): boolean {
  return /^-(?:-[a-z][^\s]*|[a-zA-Z])$/.test(word);
}

function unknownOption(word: string, options: Record<string, Option>): UsageError {
  const near = nearest(word.replace(/^-+/, ''), Object.keys(options));
  return near === null
    ? new UsageError('usage.unknown_option', { option: word })
    : new UsageError('usage.unknown_option_near', { option: word, near });
}

function checkValue(
  name: string,
  { value, choices, least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY }: Option,
  given: string,
) {
  const isOutside = Number(given) < least || Number(given) > most;
  const expected =
    choices !== undefined && !choices.includes(given)
      ? message('usage.one_of', { names: choices.join(', ') })
      : value === 'N' && !/^-?\d{1,15}$/.test(given)
        ? message('usage.whole_number')
        : value === 'N' && isOutside
          ? Number.isFinite(most)
            ? message('usage.to', { least, most })
            : message('usage.or_more', { least })
          : null;
  if (expected !== null) throw new UsageError('usage.option', { parameter: `--${name}`, given, expected });
}

/** An error about a parameter that an option filled is wrong usage, and names the option; any other is as it was. */
export function namingOption(error: unknown, command: Command, invocation: Invocation): unknown {
  if (!(error instanceof RappelError) || error.code !== 'invalid_input') return error;
  const { reason, fields } = error;
  const parameter = typeof fields.parameter === 'string' ? fields.parameter.replace(/\[\d+\]$/, '') : null;
  const filled = Object.entries(command.options ?? {}).find(
    ([name, option]) =>
      parameter === (option.parameter ?? name.replaceAll('-', '_')) && invocation.flag(name),
  );
  if (filled === undefined) return error;
  return new UsageError(reason, {
    ...fields,
    ...expectedOf(fields),
    parameter: `--${filled[0]}`,
    cause: error,
  } as never);
}

/** An option that is not given needs no null. */
function expectedOf({ expected }: MessageFields): MessageFields {
  const words = Object(expected).words;
  return typeof words === 'string' ? { expected: { words: words.replace(/,? or null\b.*$/, '') } } : {};
}

function usageOf({ usage }: Command): MessageList {
  return { each: usage === '' ? [] : [message('usage.words', { words: { words: usage } })], between: '' };
}
